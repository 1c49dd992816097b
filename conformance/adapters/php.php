<?php
// Published libraries for PHP, as Debian packs them: php php.php NAME.
[$ulid, $uuid] = [fn($of) => ['ulid' => $of], fn($of) => ['uuid' => $of]];
switch ($argv[1]) {
    case 'symfony/uid (Ulid)':
        require 'Symfony/Component/Uid/autoload.php';
        $read = fn($text) => Symfony\Component\Uid\Ulid::fromBase32($text);
        $library = $ulid([
            'parse' => fn($text) => bin2hex($read($text)->toBinary()),
            'text' => fn($value) => Symfony\Component\Uid\Ulid::fromBinary(hex2bin($value))->toBase32(),
            'time' => fn($value) => (int) Symfony\Component\Uid\Ulid::fromBinary(hex2bin($value))->getDateTime()->format('Uv'),
            'uuid' => fn($text) => $read($text)->toRfc4122(),
        ]);
        $package = 'php-symfony-uid';
        break;
    case 'symfony/uid (Uuid)':
        require 'Symfony/Component/Uid/autoload.php';
        $library = $uuid([
            'parse' => fn($text) => bin2hex(Symfony\Component\Uid\Uuid::fromRfc4122($text)->toBinary()),
            'text' => fn($value) => Symfony\Component\Uid\Uuid::fromBinary(hex2bin($value))->toRfc4122(),
        ]);
        $package = 'php-symfony-uid';
        break;
    case 'ramsey/uuid':
        require 'Ramsey/Uuid/autoload.php';
        $library = $uuid([
            'parse' => fn($text) => bin2hex(Ramsey\Uuid\Uuid::fromString($text)->getBytes()),
            'text' => fn($value) => Ramsey\Uuid\Uuid::fromBytes(hex2bin($value))->toString(),
        ]);
        $package = 'php-ramsey-uuid';
        break;
}

function answer(array $library, array $asked): array
{
    global $argv, $package;
    if ($asked['op'] == 'about')
        return ['name' => $argv[1], 'version' => trim(shell_exec("dpkg-query -W -f='\${Version}' $package")), 'language' => 'PHP'];
    $call = $library[$asked['format']][$asked['op'] == 'convert' ? $asked['to'] : $asked['op']] ?? null;
    if (!$call) return ['unsupported' => true];
    switch ($asked['op']) {
        case 'parse': return ['value' => $call($asked['text'] ?? hex2bin($asked['bytes']))];
        case 'text': return ['text' => $call($asked['value'])];
        case 'time': return ['unix_ms' => $call($asked['value'])];
        default: return ['text' => $call($asked['text'])];
    }
}

while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true);
    try {
        $said = answer($library, $asked);
    } catch (Throwable $error) {
        $said = ['error' => true];
    }
    echo json_encode(['id' => $asked['id']] + $said), "\n";
}
