# Databases of every encoding take the extension, and its messages arrive whole: those of the server, of the core and of
# the types that users make.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use Test::More;

my $node = new_node('main');
# Those of clients alone are no encodings of a database.
my @encodings = split /\n/, $node->safe_psql('postgres', q{
SELECT name FROM (SELECT pg_encoding_to_char(i) FROM generate_series(0, 60) AS i) AS e(name)
WHERE name NOT IN ('', 'SJIS', 'BIG5', 'GBK', 'UHC', 'GB18030', 'JOHAB', 'SHIFT_JIS_2004') ORDER BY name});
cmp_ok(scalar @encodings, '>=', 30, 'the encodings of this server');

my @wanted = (
	[ q{SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid}, q{character at position 25: 'U' at position 25 is not a symbol of ulid} ],
	[ q{SELECT uid11_snowish_generate(1024)},       q{machine 1024 is outside 0 to 1023} ],
	[ q{CREATE TABLE t (id typeid('account'))},     q{the prefix of a typeid() column has at most 6 symbols} ],
	[ q{SELECT 'org_01h455vb4pex5vsknk084sn02q'::user_id}, q{prefix "user" expected, found "org"} ],
	[ q{SELECT create_typeid('min', 'x')}, q{a type "min" needs a function min} ],
	[ q{SELECT drop_typeid('ulid')},       q{type ulid does not exist or was not made by create_typeid} ],
);
my $statements = join ";\n", q{SELECT set_config('client_encoding', getdatabaseencoding(), false)}, 'CREATE EXTENSION sortid',
	q{SELECT create_typeid('user_id', 'user')}, map { $_->[0] } @wanted;
foreach my $encoding (@encodings)
{
	$node->safe_psql('postgres', "CREATE DATABASE encoded ENCODING '$encoding' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
	my (undef, undef, $messages) = $node->psql('encoded', $statements, on_error_stop => 0);
	my @errors = grep { /ERROR:/ } split /\n/, $messages;
	is(scalar @errors, scalar @wanted, "$encoding: nothing else is rejected") or diag($messages);
	like($messages, qr/\Q$_->[1]\E/, "$encoding: $_->[0]") foreach @wanted;
	unlike($messages, qr/[^\n\t -~]/, "$encoding: all ASCII");
	$node->safe_psql('postgres', 'DROP DATABASE encoded');
}
$node->stop;
done_testing();
