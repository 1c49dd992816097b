# A standby that takes over: its order goes on behind every id that reached it.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = new_node('primary', init => { allows_streaming => 1 });
$primary->safe_psql('postgres',
	'CREATE TABLE made (n bigserial, id ulid PRIMARY KEY DEFAULT ulid_generate_ordered(), flake ulid_flake_scalable)');
make_every($primary, 'postgres');
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

# The last of them is seconds ahead of the clock.
$primary->safe_psql('postgres', q{
SET sortid.on_overflow = 'run_ahead';
INSERT INTO made (flake) SELECT NULL FROM generate_series(1, 2000);
INSERT INTO made (flake) SELECT max(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 400000);
});
$primary->wait_for_catchup($standby);
is(fingerprint($standby, 'postgres'), fingerprint($primary, 'postgres'), 'the standby has every value');

my ($result, $out, $err) = $standby->psql('postgres', 'SELECT ulid_generate() > min(id) FROM made');
is("$result $out", '0 t', 'a standby makes ids of a backend');
my $last = $primary->safe_psql('postgres', 'SELECT max(id) FROM made');
my $last_flake = $primary->safe_psql('postgres', 'SELECT max(flake) FROM made');

$primary->stop('immediate');
$standby->promote;
$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
is($standby->safe_psql('postgres', "SELECT ulid_generate_ordered() > '$last'"), 't', 'the order goes on');
is( $standby->safe_psql('postgres', "SELECT ulid_flake_scalable_generate_ordered() > '$last_flake'"),
	't', 'behind ids ahead of the clock');
$standby->safe_psql('postgres', 'INSERT INTO made (flake) SELECT NULL FROM generate_series(1, 2000)');
is( $standby->safe_psql('postgres', 'SELECT count(*) FROM (SELECT id < lag(id) OVER (ORDER BY n) AS back FROM made) m WHERE back'),
	'0', 'rows of both servers are in order');
is(check_indexes($standby, 'postgres') > 0, 1, 'the indexes are sound');

$standby->stop;
done_testing();
