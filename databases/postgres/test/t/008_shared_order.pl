# What one caller of a shared order may do to the others, and what the server's own doings are to all.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main', clock => 1, init => { extra => ['--allow-group-access'] });
$node->safe_psql('postgres', 'CREATE ROLE flooder LOGIN; CREATE ROLE victim LOGIN; CREATE DATABASE other');

# A client that runs the statements again and again, until an error or until it is stopped; returns what stops it and
# gives the error.
sub keep_running
{
	my ($name, $role, $sql) = @_;
	my $script = "$PostgreSQL::Test::Utils::tmp_check/$name.sql";
	append_to_file($script, $sql);
	my ($out, $err) = ('', '');
	my $client = IPC::Run::start(
		[ 'pgbench', '-n', '-T', '120', '-f', $script, '-h', $node->host, '-p', $node->port, '-U', $role, 'postgres' ],
		'<', \undef, '>', \$out, '2>', \$err);
	$node->poll_query_until('postgres', "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = '$role' AND query LIKE '%generate%')")
	  or die "$name does not run";
	return sub {
		$client->signal('TERM');
		$client->finish;
		return join '', grep { /error/i } split /^/m, $err;
	};
}

# A flood by a role without any rights pushes the order on, and nobody notices: others are not rejected, whatever they
# set, and their ids are of their time. (Of all orders this one has the fewest ids in a millisecond.)
my $flood = keep_running('flood', 'flooder', q{
SET sortid.on_overflow = 'run_ahead';
SELECT max(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 200000);
});
sleep 3;
foreach my $overflow ('run_ahead', 'wait')
{
	my ($result, $out, $err) = $node->psql('postgres', qq{
SET sortid.on_overflow = '$overflow';
SELECT max(ahead) < 1000 FROM (SELECT extract(epoch FROM id_time(ulid_flake_scalable_generate_ordered()) - clock_timestamp()) * 1000 AS ahead
  FROM generate_series(1, 500)) AS a;
}, extra_params => [ '-U', 'victim' ]);
	is("$result $out $err", "0 t ", "$overflow: a flood of others goes unnoticed");
}
is($flood->(), '', 'the flood is not rejected either');

# A clock that goes back does not stop anyone who holds, and none can use it to push the order on.
set_clock($node, -5000);
$flood = keep_running('flood_back', 'flooder', q{SELECT max(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 200000)});
my ($result, $out, $err) = $node->psql('postgres', 'SELECT count(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 100)',
	extra_params => [ '-U', 'victim' ]);
is("$result $out $err", '0 100 ', 'nor with a clock that went back');
is($flood->(), '', 'nor is the flood rejected then');

# A wait of a second is over at the reading after the one that found it going on.
set_clock($node, -5000, 600);
($result, $out, $err) = $node->psql('postgres', 'SELECT count(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 50000)');
is("$result $out $err", '0 50000 ', 'nor when a wait ends between two readings of the clock');
set_clock($node, 0);

# Waiting lasts through what other sessions make the server do to all.
my $waiting = keep_running('waiting', 'victim', q{
SET sortid.on_overflow = 'wait';
SELECT max(ulid_flake_scalable_generate_ordered()) FROM generate_series(1, 5000);
});
my $waiting_alone = keep_running('waiting_alone', 'flooder', q{
SET sortid.on_overflow = 'wait';
SELECT max(ulid_flake_scalable_generate()) FROM generate_series(1, 5000);
});
$node->safe_psql('postgres', $_) foreach map { ("CREATE DATABASE other_$_", "DROP DATABASE other_$_") } 1 .. 5;
is($waiting->(), '', 'on_overflow = wait waits on while databases are made and dropped');
is($waiting_alone->(), '', 'and so does a backend that has an order of its own');
($result, $out, $err) = $node->psql('postgres', q{
SET sortid.on_overflow = 'wait';
SET statement_timeout = '200ms';
SELECT max(ulid_flake_scalable_generate()) FROM generate_series(1, 100000000)});
like($err, qr/canceling statement due to statement timeout/, 'a cancel ends it');

# Orders stay open, also those of several machines in turn, and of another database.
my $session = $node->background_psql('postgres');
$session->query_safe("SELECT uid11_snowish_generate($_)") foreach 1, 2, 1, 3;
my $pid = $session->query_safe('SELECT pg_backend_pid()');
my %mapped = map { $_ => 1 } slurp_file("/proc/$pid/maps") =~ m{pg_sortid/uid11-snowish\.(\d+)\.}g;
is(join(' ', sort keys %mapped), '1 2 3', 'a backend keeps the orders of all its machines');
$session->quit;
$node->safe_psql('other', 'CREATE EXTENSION sortid');
my $here = $node->safe_psql('postgres', 'SELECT ulid_generate_ordered()');
is($node->safe_psql('other', "SELECT ulid_generate_ordered() > '$here'"), 't', 'databases share an order');

# Whoever may read the cluster's files may read these.
is(sprintf('%o', (stat $node->data_dir . '/pg_sortid')[2] & 07777), '750', 'the folder is as the other folders');
my %modes = map { sprintf('%o', (stat $_)[2] & 07777) => 1 } glob($node->data_dir . '/pg_sortid/*'), $node->data_dir . '/PG_VERSION';
is(join(' ', keys %modes), '640', 'the files are as the other files');

# A clock that a format cannot tell: the reason is the clock, and nothing is left that stops a right one.
set_clock($node, -60 * 365 * 86_400_000);
($result, $out, $err) = $node->psql('postgres', 'SELECT uid11_ts_seq_rand_generate()');
like($err, qr/no new uid11-ts-seq-rand: the format has no such instant/, 'a clock before the epoch');
set_clock($node, 0);
is($node->safe_psql('postgres', 'SELECT uid11_ts_seq_rand_generate() IS NOT NULL'), 't', 'and after it was set');

# The settings, before a session has loaded the library.
($result, $out, $err) = $node->psql('postgres', q{
LOAD 'sortid';
ALTER SYSTEM SET sortid.sid = 7;
SELECT pg_reload_conf();
});
is("$result $err", '0 ', 'ALTER SYSTEM knows the settings once the library is loaded');
$node->poll_query_until('postgres', q{SELECT id_fields(ulid_flake_scalable_generate()) ->> 'scalability' = '7'}) or die 'no sid';

# A backend takes another sid without beginning its order anew: its ids go on, though the clock went back.
$session = $node->background_psql('postgres');
my $next = 'SELECT ulid_flake_scalable_generate()';
my $sid_of_next = "SELECT id_fields(($next)) ->> 'scalability'";
is($session->query_safe($sid_of_next), '7', 'an id of the first sid');
my $before = $session->query_safe($next);
set_clock($node, -5000);
$node->safe_psql('postgres', "LOAD 'sortid';\nALTER SYSTEM SET sortid.sid = 8;\nSELECT pg_reload_conf();");
$node->poll_query_until('postgres', "$sid_of_next = '8'") or die 'no other sid';
sleep 1 until $session->query_safe($sid_of_next) eq '8';
my $after = $session->query_safe($next);
is($session->query_safe("SELECT '$after'::ulid_flake_scalable > '$before'"), 't', 'an id of another sid is greater');
$session->quit;
set_clock($node, 0);

($result, $out, $err) = $node->psql('postgres', "SET sortid.max_ahead = -1;\nSELECT ulid_generate() IS NULL;\nSHOW sortid.max_ahead",
	extra_params => [ '-U', 'victim' ]);
like($err, qr/permission denied to set parameter "sortid.max_ahead"/, 'the limit is not set by setting it early');
like($out, qr/^10s$/m, 'it stays as it was');

$node->stop;
done_testing();
