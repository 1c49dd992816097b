# A standby that takes over: its orders go on behind every id that reached it, whatever had been given out, and whatever
# the clocks of both said.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

# Every order that a cluster keeps.
my %orders = (
	ulid => 'ulid_generate_ordered()',
	euid => 'euid_generate_ordered()',
	ulid_flake => 'ulid_flake_generate_ordered()',
	ulid_flake_scalable => 'ulid_flake_scalable_generate_ordered()',
	uuid7 => 'uuid7_generate_ordered()',
	typeid => "typeid_generate_ordered('user')",
	uid11_snowish => 'uid11_snowish_generate(1)',
	uid11_ts_seq_rand => 'uid11_ts_seq_rand_generate_ordered()');
# Ids as fast as they come, without the limit that stops others: the order then is as far ahead as it was pushed.
my $no_limit = "SET sortid.on_overflow = 'run_ahead'; SET sortid.max_ahead = -1;";

sub flood
{
	my ($node, $rows, $name) = @_;
	my $sql = $no_limit;
	$sql .= "INSERT INTO made SELECT $rows, '$_', $orders{$_}::text FROM generate_series(1, 2000);" foreach sort keys %orders;
	$node->safe_psql('postgres', $sql);
}

# Returns the new primary.
sub fail_over
{
	my ($name, %how) = @_;
	my $primary = new_node("primary_$name", clock => 1, init => { allows_streaming => 1 }, conf => "max_wal_senders = 4\n");
	$primary->safe_psql('postgres', 'CREATE TABLE made (round int, kind text, id text COLLATE "C")');
	# An order that the backup has already, and others that it has not.
	$primary->safe_psql('postgres', "INSERT INTO made VALUES (0, 'ulid', ulid_generate_ordered())");
	make_every($primary, 'postgres') if $how{every};
	$primary->backup('base');
	my $standby = PostgreSQL::Test::Cluster->new("standby_$name");
	$standby->init_from_backup($primary, 'base', has_streaming => 1);
	start_with_clock($standby);
	if ($how{synchronous})
	{
		$primary->append_conf('postgresql.conf', "synchronous_standby_names = '*'\nsynchronous_commit = remote_apply\n");
		$primary->reload;
		$primary->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
		  or die 'not synchronous';
	}
	$how{before}->($primary);
	flood($primary, 1);
	# The last commit has the time of a clock that is right.
	set_clock($primary, 0);
	$primary->safe_psql('postgres', "INSERT INTO made VALUES (0, 'none', '')");
	$how{after}->($primary, $standby) if $how{after};
	$primary->wait_for_catchup($standby) if $how{every};
	is(fingerprint($standby, 'postgres'), fingerprint($primary, 'postgres'), 'the standby has every value') if $how{every};
	$primary->stop('immediate');
	$standby->promote;
	$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
	return $standby;
}

sub expect_in_order
{
	my ($node, $name) = @_;
	is( $node->safe_psql('postgres', 'SELECT count(DISTINCT kind) FROM made WHERE round = 1'),
		scalar(keys %orders), "$name: ids of every order had been replayed");
	# Their clock has not gone back, so what is to be done then does not matter.
	foreach my $policy ('fail', 'wait', 'hold')
	{
		my $all = join ', ', map { $orders{$_} } sort keys %orders;
		my ($result, $out, $err) = $node->psql('postgres', "SET sortid.on_clock_back = '$policy'; $no_limit SELECT $all");
		is("$result $err", '0 ', "$name: no clock went back, so on_clock_back = $policy makes ids");
	}
	flood($node, 2);
	is( $node->safe_psql('postgres', q{SELECT string_agg(DISTINCT kind, ' ') FROM (
  SELECT kind FROM made GROUP BY kind, id HAVING count(*) > 1) AS m}), '', "$name: no id came twice");
	is( $node->safe_psql('postgres', q{SELECT string_agg(kind, ' ') FROM (
  SELECT kind FROM made GROUP BY kind HAVING min(id) FILTER (WHERE round = 2) <= max(id) FILTER (WHERE round < 2)) AS m}),
		'', "$name: every new id is behind all that had been replayed");
}

# An order that is seconds ahead of the clock: of all, this one has the fewest ids in a millisecond.
my $flood = sub {
	$_[0]->safe_psql('postgres', "$no_limit SELECT max(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 1500000)");
};
my $fast_clock = sub { set_clock($_[0], 8000); };

my $standby = fail_over('flooded', every => 1, before => $flood);
expect_in_order($standby, 'ids ahead of the clock, asynchronous');
is(check_indexes($standby, 'postgres') > 0, 1, 'the indexes are sound');

# The next standby is that of the promoted one: the second time goes on as the first did.
my ($result, $out, $err) = (0, '', '');
$standby->safe_psql('postgres', 'DELETE FROM made WHERE round = 2; UPDATE made SET round = 0');
$standby->backup('base');
my $third = PostgreSQL::Test::Cluster->new('third');
$third->init_from_backup($standby, 'base', has_streaming => 1);
$third->start;
($result, $out, $err) = $third->psql('postgres', 'SELECT ulid_generate_ordered()');
like($err, qr/a standby cannot make ids in the order of the cluster/, 'a standby makes no ids of the cluster');
($result, $out, $err) = $third->psql('postgres', 'SELECT ulid_generate() IS NOT NULL');
is("$result $out", '0 t', 'a standby makes ids of a backend');
flood($standby, 1);
$standby->wait_for_catchup($third);
$standby->stop('immediate');
$third->promote;
$third->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
expect_in_order($third, 'a second promotion');
$third->stop;

$standby = fail_over('fast', synchronous => 1, before => $fast_clock, after => sub { set_clock($_[1], -500) });
expect_in_order($standby, 'a clock that was 8 s fast, then corrected, synchronous');
flood($standby, 1);

# A crash and a start are another run of the order, with nothing that had to reach anyone.
$standby->stop('immediate');
start_with_clock($standby);
set_clock($standby, -4000);
flood($standby, 3);
is( $standby->safe_psql('postgres', q{SELECT string_agg(kind, ' ') FROM (
  SELECT kind FROM made GROUP BY kind HAVING min(id) FILTER (WHERE round = 3) <= max(id) FILTER (WHERE round < 3)) AS m}),
	'', 'a crash, and a clock that went back: every new id is behind all others');
$standby->stop;

done_testing();
