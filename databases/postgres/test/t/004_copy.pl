# COPY as text, CSV and binary, there and back; bytes that are no ids are rejected.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main');
make_every($node, 'postgres');
my $wanted = fingerprint($node, 'postgres');
my $folder = $PostgreSQL::Test::Utils::tmp_check;

foreach my $format (qw(text csv binary))
{
	$node->safe_psql('postgres', qq{
COPY every TO '$folder/every.$format' (FORMAT $format);
BEGIN;
TRUNCATE every;
COPY every FROM '$folder/every.$format' (FORMAT $format);
COMMIT;
});
	is(fingerprint($node, 'postgres'), $wanted, "$format: every value comes back");
}

# One field of one row, as COPY's binary format frames it.
sub binary_row
{
	my ($name, $bytes) = @_;
	my $file = "$folder/$name.bin";
	open my $out, '>:raw', $file or die;
	print $out "PGCOPY\n\xff\r\n\0", pack('NN', 0, 0), pack('n', 1), pack('N', length $bytes), $bytes, pack('n', 0xffff);
	close $out;
	return $file;
}

# The bytes are those of the format's specification, most significant first: the text says so too.
my $ulid_bytes = pack 'H*', '01563e3ab5d3d6764c61efb99302bd5b';
$node->safe_psql('postgres', 'CREATE TABLE one (v ulid)');
$node->safe_psql('postgres', "COPY one FROM '" . binary_row('good', $ulid_bytes) . "' (FORMAT binary)");
is($node->safe_psql('postgres', 'SELECT v FROM one'), '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'binary is network order');

my @bad = (
	[ 'ulid', 'short',              substr($ulid_bytes, 0, 15) ],
	[ 'ulid', 'long',               $ulid_bytes . "\0" ],
	[ 'ulid', 'empty',              '' ],
	[ 'euid', 'short',              substr($ulid_bytes, 1) ],
	[ 'ulid_flake', 'short',        "\0" x 7 ],
	[ 'ulid_flake', 'sign',         "\xff" x 8 ],
	[ 'ulid_flake_scalable', 'sign', "\x80" . "\0" x 7 ],
	[ 'uid11', 'short',             "\0" x 4 ],
	[ 'uid11', 'long',              "\0" x 9 ],
	[ 'typeid', 'short',            "\0" x 15 ],
	[ 'typeid', 'upper',            $ulid_bytes . 'User' ],
	[ 'typeid', 'underscore',       $ulid_bytes . '_user' ],
	[ 'typeid', 'nul',              $ulid_bytes . "a\0b" ],
	[ 'typeid', 'long',             $ulid_bytes . 'a' x 64 ],
	[ 'account_id', 'short',        "\0" x 3 ],
);
foreach my $case (@bad)
{
	my ($type, $what, $bytes) = @$case;
	my $file = binary_row("${type}_$what", $bytes);
	my ($result, $out, $err) = $node->psql('postgres',
		"\\set VERBOSITY sqlstate\nCREATE TEMP TABLE bad (v $type);\nCOPY bad FROM '$file' (FORMAT binary);",
		on_error_stop => 1);
	like($err, qr/ERROR:\s+(22P0[23]|08P01)/, "$type: $what is rejected");
}
is($node->safe_psql('postgres', 'SELECT 1'), '1', 'the server is up');
unlike(slurp_file($node->logfile), qr/terminated by signal/, 'and never crashed');

$node->stop;
done_testing();
