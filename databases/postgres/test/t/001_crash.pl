# Killed servers: no id twice, and the cluster's order goes on behind every id that anybody had seen.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(usleep);

my $node = new_node('main', conf => "restart_after_crash = on\nlog_statement = none\n");

$node->safe_psql('postgres', q{
CREATE TABLE made (id ulid PRIMARY KEY DEFAULT ulid_generate_ordered(), round int NOT NULL);
CREATE TABLE made_alone (id ulid PRIMARY KEY DEFAULT ulid_generate(), other euid UNIQUE DEFAULT euid_generate());
});

# Ids made as fast as this run ahead of the clock by seconds: were the order kept by the clock alone, a server that
# comes back within them would make smaller ones.
my $ahead = q{SET sortid.on_overflow = 'run_ahead';
SELECT max(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 400000)};

my %kill = (
	'a backend killed' => sub {
		my $pid = $node->safe_psql('postgres',
			q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1});
		kill 'KILL', $pid;
	},
	'immediate stop' => sub { $node->stop('immediate'); },
	'the postmaster killed' => sub {
		my $pid = slurp_file($node->data_dir . '/postmaster.pid') =~ /^(\d+)/ ? $1 : die;
		my @children = split ' ', slurp_file("/proc/$pid/task/$pid/children");
		$node->kill9;
		# They take a moment to notice, and as long as one is there no server starts.
		usleep(50_000) while grep { kill 0, $_ } @children;
	},
);

my $round = 0;
foreach my $how ('a backend killed', 'immediate stop', 'the postmaster killed')
{
	$round++;
	my $script = "$PostgreSQL::Test::Utils::tmp_check/insert_$round.sql";
	append_to_file($script, "INSERT INTO made (round) VALUES ($round);\nINSERT INTO made_alone DEFAULT VALUES;\n");
	my ($out, $err) = ('', '');
	my $load = IPC::Run::start(
		[ 'pgbench', '-n', '-c', '4', '-T', '3000', '-f', $script, '-h', $node->host, '-p', $node->port, 'postgres' ],
		'<', \undef, '>', \$out, '2>', \$err);
	$node->poll_query_until('postgres', "SELECT count(*) >= 400 FROM made WHERE round = $round")
	  or die 'the load does not insert';
	my $seen = $node->safe_psql('postgres', 'SELECT ulid_generate_ordered()');
	my $seen_ahead = $node->safe_psql('postgres', $ahead);
	$kill{$how}->();
	$load->finish;    # its connections are gone
	if ($how eq 'a backend killed')
	{
		# A query would be written to a psql that found no server and is gone.
		usleep(50_000) while system('pg_isready', '-q', '-h', $node->host, '-p', $node->port);
	}
	else
	{
		$node->start;
	}
	is( $node->safe_psql('postgres', "SELECT ulid_generate_ordered() > '$seen'"), 't', "$how: the order goes on");
	is( $node->safe_psql('postgres', "SELECT ulid_flake_scalable_generate_ordered() > '$seen_ahead'"),
		't', "$how: it goes on behind ids ahead of the clock");
	is( $node->safe_psql('postgres', "SELECT max(id) < ulid_generate_ordered() FROM made"),
		't', "$how: behind every row");
}

is($node->safe_psql('postgres', 'SELECT count(*) - count(DISTINCT id) FROM made'), '0', 'no id twice');
is($node->safe_psql('postgres', 'SELECT count(*) - count(DISTINCT id) FROM made_alone'), '0', 'nor of the backends');
is( $node->safe_psql('postgres', q{
SELECT count(*) FROM (SELECT round, min(id) AS first, lag(max(id)) OVER (ORDER BY round) AS before FROM made GROUP BY round) r
WHERE first <= before}), '0', 'each round lies behind the one before it');
is(check_indexes($node, 'postgres'), '3', 'the indexes are sound');

$node->stop;
done_testing();
