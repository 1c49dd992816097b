# pg_dump and restore: every value, default, index, partition and type of a prefix comes back.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main');
make_every($node, 'postgres');
# Defaults and constraints that a restore has to find types and functions for.
$node->safe_psql('postgres', q{
CREATE DOMAIN invoice_id AS typeid CHECK ((typeid_prefix(VALUE) = 'invoice') IS TRUE);
CREATE TABLE invoice (
  id invoice_id PRIMARY KEY DEFAULT typeid_generate('invoice'),
  account account_id NOT NULL DEFAULT account_id_generate(),
  made_at timestamptz GENERATED ALWAYS AS (id_time(id)) STORED,
  CHECK (account = account)
);
INSERT INTO invoice DEFAULT VALUES;
CREATE MATERIALIZED VIEW recent AS SELECT n, u FROM every WHERE u <@ tstzrange('2026-01-01 00:00+00', NULL);
});
my $wanted = fingerprint($node, 'postgres');
my $connection = [ '-h', $node->host, '-p', $node->port ];
my $folder = $PostgreSQL::Test::Utils::tmp_check;

sub dumped
{
	my ($database, $file, @format) = @_;
	$node->command_ok([ 'pg_dump', @$connection, @format, '-f', $file, $database ], "$database is dumped (@format)");
	return $file;
}

# Dumps of one database differ in nothing but a key that newer releases draw for each.
sub text_of { return join '', grep { !/^\\(un)?restrict / } split /^/, slurp_file(shift); }

my $plain = dumped('postgres', "$folder/plain.sql");
my $custom = dumped('postgres', "$folder/custom.dump", '-Fc');

$node->safe_psql('postgres', "CREATE DATABASE $_") foreach qw(from_plain from_custom);
$node->command_ok([ 'psql', '-X', '-q', @$connection, '-v', 'ON_ERROR_STOP=1', '-f', $plain, 'from_plain' ],
	'plain is restored');
$node->command_ok([ 'pg_restore', @$connection, '--exit-on-error', '-j', '2', '-d', 'from_custom', $custom ],
	'custom is restored, by two workers');

foreach my $database (qw(from_plain from_custom))
{
	is(fingerprint($node, $database), $wanted, "$database: every value");
	is( text_of(dumped($database, "$folder/$database.sql")), text_of($plain), "$database: dumps to the same text");
	is( $node->safe_psql($database, q{
INSERT INTO every (n) VALUES (-1);
INSERT INTO invoice DEFAULT VALUES;
SELECT count(*) FROM every WHERE n = -1 AND t_user::text LIKE 'user\_%' AND made::text LIKE 'account\_%'}),
		'1', "$database: the defaults make ids");
	my ($result, $out, $err) = $node->psql($database, q{INSERT INTO every (n, t_user) VALUES (-2, typeid_generate('org'))});
	isnt($result, 0, "$database: typeid('user') takes no other prefix");
	($result, $out, $err) = $node->psql($database, q{INSERT INTO invoice (id) VALUES (typeid_generate('org'))});
	isnt($result, 0, "$database: the domain takes no other prefix");
	($result, $out, $err) = $node->psql($database, q{INSERT INTO invoice (account) VALUES (typeid_generate('org')::text::account_id)});
	like($err, qr/account_id/, "$database: a type of one prefix takes no other");
}

# The extension in a schema of its own, off the search path.
$node->safe_psql('postgres', 'CREATE DATABASE elsewhere; CREATE DATABASE elsewhere_restored');
$node->safe_psql('elsewhere', q{
CREATE SCHEMA ids;
CREATE EXTENSION sortid SCHEMA ids;
CREATE TABLE kept (id ids.ulid PRIMARY KEY DEFAULT ids.ulid_generate(), t ids.typeid('user') DEFAULT ids.typeid_generate('user'));
CREATE INDEX ON kept (ids.id_time(id));
INSERT INTO kept SELECT FROM generate_series(1, 10);
});
dumped('elsewhere', "$folder/elsewhere.dump", '-Fc');
$node->command_ok([ 'pg_restore', @$connection, '--exit-on-error', '-d', 'elsewhere_restored', "$folder/elsewhere.dump" ],
	'the extension in another schema is restored');
my $in_range = q{SELECT count(*) FROM kept WHERE id OPERATOR(ids.<@) tstzrange(now() - interval '1 hour', NULL)};
is($node->safe_psql('elsewhere_restored', $in_range), '10', 'ranges work there');

$node->stop;
done_testing();
