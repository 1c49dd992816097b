# Recovery to a point in time: the orders go on behind every id that was replayed, also under a clock that was set back, and
# the order of the server that the backup came from goes on beside it.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use Test::More;

my %orders = (
	ulid => 'ulid_generate_ordered()',
	euid => 'euid_generate_ordered()',
	flake => 'ulid_flake_generate_ordered()',
	uuid7 => 'uuid7_generate_ordered()',
	ts_seq_rand => 'uid11_ts_seq_rand_generate()');
sub fill
{
	my ($node, $round) = @_;
	$node->safe_psql('postgres', join '', map { "INSERT INTO made SELECT $round, '$_', $orders{$_}::text FROM generate_series(1, 1000);" } sort keys %orders);
}
sub behind_all
{
	my ($node, $name) = @_;
	is( $node->safe_psql('postgres', q{SELECT string_agg(kind, ' ') FROM (SELECT kind FROM made GROUP BY kind
  HAVING min(id) FILTER (WHERE round = 9) <= max(id) FILTER (WHERE round < 9) OR count(DISTINCT id) < count(*)) AS m}), '', $name);
}

my $primary = new_node('primary', clock => 1, init => { has_archiving => 1, allows_streaming => 1 });
make_every($primary, 'postgres');
$primary->safe_psql('postgres', 'CREATE TABLE made (round int, kind text, id text COLLATE "C")');
fill($primary, 1);
$primary->backup('base');
# A clock that was fast until it was corrected.
set_clock($primary, 3000);
fill($primary, 2);
set_clock($primary, 0);
$primary->safe_psql('postgres', "SELECT pg_create_restore_point('here')");
my $wanted = fingerprint($primary, 'postgres');
fill($primary, 3);
$primary->safe_psql('postgres', 'DROP TABLE every CASCADE; SELECT pg_switch_wal()');
fill($primary, 9);
behind_all($primary, 'the primary goes on');

my $restored = PostgreSQL::Test::Cluster->new('restored');
$restored->init_from_backup($primary, 'base', has_restoring => 1, standby => 0);
$restored->append_conf('postgresql.conf', "recovery_target_name = 'here'\nrecovery_target_action = promote\n");
start_with_clock($restored);
$restored->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not recovered';
is(fingerprint($restored, 'postgres'), $wanted, 'every value of that point');
is($restored->safe_psql('postgres', 'SELECT max(round) FROM made'), '2', 'and nothing later');
set_clock($restored, -2000);
fill($restored, 9);
behind_all($restored, 'every new id is behind all that was replayed, though the clock was set back');
ok(check_indexes($restored, 'postgres') > 0, 'the indexes are sound');
# Seconds later the clock reads an instant that the order has left behind by far more than it may be ahead.
set_clock($restored, -3_600_000);
my ($code, $out, $err) = $restored->psql('postgres', 'SELECT ulid_generate_ordered()');
like($err, qr/ahead/, 'an hour back: an error, and no id');
$_->stop foreach $restored, $primary;
done_testing();
