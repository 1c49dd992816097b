# Servers that take their numbers from pools in another server: after a crash, a restart, a promotion beside the former
# primary, and with a copy of the same data directory, no id comes twice.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $store = PostgreSQL::Test::Cluster->new('store');
$store->init;
$store->append_conf('postgresql.conf', "fsync = on\n");
$store->start;
my $at = '///postgres?host=' . $store->host . '&port=' . $store->port;
my $user = (getpwuid($<))[0];
my $pools = "shared_preload_libraries = 'sortid'\n"
  . "sortid.machine_pool = 'postgres:$at&user=$user#servers'\nsortid.sid_pool = 'postgres:$at&user=$user#sids'\n";

my %by;    # id => the servers that made it
my $made = 0;

# Ids of a server, one a call and in sets, in sessions at once.
sub make_ids
{
	my ($node, %how) = @_;
	my @running = map {
		my $sql = $_;
		my ($out, $err) = ('', '');
		my $handle = IPC::Run::start(
			[ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres'), '-c', $sql ],
			'>', \$out, '2>', \$err);
		[ $handle, \$out, \$err ];
	} ('SELECT uid11_snowish_generate() FROM generate_series(1, 5000)', 'SELECT uid11_snowish_generate_many(20000)',
		$how{no_sids} ? () : 'SELECT ulid_flake_scalable_generate_ordered() FROM generate_series(1, 500)');
	return sub {
		foreach my $one (@running)
		{
			$one->[0]->finish or die $node->name . ": ${$one->[2]}";
			foreach my $id (split /\n/, ${ $one->[1] }) { push @{ $by{$id} }, $node->name; $made++; }
		}
	};
}

sub machine
{
	my ($node) = @_;
	return $node->safe_psql('postgres', q{SELECT uid11_snowish_fields(uid11_snowish_generate()) ->> 'machine'});
}

sub server
{
	my ($node) = @_;
	return (split /\n/, slurp_file($node->data_dir . '/postmaster.pid'))[0];
}

# The process that holds the numbers of a server. It has no session, so pg_stat_activity does not show it.
sub worker
{
	my ($node) = @_;
	my $server = server($node);
	foreach my $folder (glob '/proc/[0-9]*')
	{
		my $name = eval { slurp_file("$folder/cmdline") } // '';
		my $status = eval { slurp_file("$folder/status") } // '';
		return $1 if $name =~ /sortid pool/ && $status =~ /^PPid:\s+$server$/m && $folder =~ /(\d+)/;
	}
	return undef;
}

# Waits for a window, since a call itself waits for a second alone.
sub up
{
	my ($node) = @_;
	foreach my $function ('uid11_snowish_generate()', 'ulid_flake_scalable_generate()')
	{
		for (my $tries = 0; $tries < 120; $tries++)
		{
			# While a server begins anew it takes no session.
			my $result = eval { ($node->psql('postgres', "SELECT $function"))[0] } // 1;
			last if $result == 0;
			select undef, undef, undef, 0.2;
		}
	}
}

# The reason and the SQLSTATE of an error.
sub error_of
{
	my ($node, $sql) = @_;
	my ($result, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\n$sql");
	return $result == 0 ? "no error: $out" : $err;
}

# --- a control: by numbers that are given, a copy of a server makes its ids -------------------------------------

my $a = new_node('a', clock => 1, init => { allows_streaming => 1 }, conf => "max_wal_senders = 4\nrestart_after_crash = on\n");
$a->safe_psql('postgres', 'SELECT uid11_snowish_generate(5)');
like(error_of($a, 'SELECT uid11_snowish_generate()'), qr/55000: this server has no pool.*sortid\.machine_pool/s,
	'without a pool there is no function without a number');
$a->backup('control');
my @same;
foreach my $name ('x', 'y')
{
	my $copy = PostgreSQL::Test::Cluster->new($name);
	$copy->init_from_backup($a, 'control');
	start_with_clock($copy);
	set_clock($copy, -3600_000);
	push @same, $copy->safe_psql('postgres', 'SET sortid.max_ahead = -1; SELECT uid11_snowish_generate_many(5, 1000)');
	$copy->stop;
}
is($same[0], $same[1], 'control: two copies with a given number make the same ids');

# --- the settings -------------------------------------------------------------------------------------------

$a->append_conf('postgresql.conf', $pools =~ s/shared_preload.*\n//r);
$a->reload;
$a->poll_query_until('postgres', "SELECT current_setting('sortid.machine_pool') <> ''") or die;
like(error_of($a, 'SELECT uid11_snowish_generate()'), qr/55000: .*shared_preload_libraries/s,
	'a pool needs the library from the start on');
like(error_of($a, 'SELECT ulid_flake_scalable_generate()'), qr/shared_preload_libraries/,
	'no sid of the settings instead');
$a->append_conf('postgresql.conf', $pools);
$a->stop;
start_with_clock($a);
up($a);
like(error_of($a, 'SELECT uid11_snowish_generate(5)'), qr/55000: this server takes its uid11-snowish numbers from a pool/,
	'a number that is given is rejected');
$a->safe_psql('postgres', 'CREATE ROLE somebody');
like(error_of($a, 'SET ROLE somebody; SHOW sortid.machine_pool'), qr/must be superuser|permission denied/,
	'nobody else reads where the pool is');
my $number = machine($a);
is($store->safe_psql('postgres', "SELECT count(*) FROM sortid_nodes WHERE pool = 'servers' AND node = $number"), '1',
	"the pool has the server's number");
make_ids($a)->();
is($a->safe_psql('postgres', q{SELECT count(DISTINCT uid11_snowish_fields(v) ->> 'machine') FROM uid11_snowish_generate_many(9000) v}),
	'1', 'all of a set have it');

# --- a copy of the data directory, both at work -----------------------------------------------------------------

$a->backup('live');
my $copy = PostgreSQL::Test::Cluster->new('copy');
$copy->init_from_backup($a, 'live');
start_with_clock($copy);
up($copy);
isnt(machine($copy), $number, 'a copy of the server takes another number');
my @both = (make_ids($a), make_ids($copy), make_ids($a), make_ids($copy));
$_->() foreach @both;

# --- crashes ----------------------------------------------------------------------------------------------------

# Of the process that holds the number: all of the server begins anew.
my $worker = worker($a);
kill 'KILL', $worker;
up($a);
make_ids($a)->();
# It is ended by an order, and begins anew, with another number.
$worker = worker($a);
$number = machine($a);
kill 'TERM', $worker;
sub next_worker
{
	for (my $tries = 0; $tries < 600 && (worker($a) // $worker) == $worker; $tries++) { select undef, undef, undef, 0.1; }
	return worker($a) // $worker;
}
isnt(next_worker(), $worker, 'the process begins anew after TERM');
$a->poll_query_until('postgres', "SELECT uid11_snowish_fields(uid11_snowish_generate()) ->> 'machine' <> '$number'")
  or die 'no number';
make_ids($a)->();
# While it cannot, the error says so.
sub look_for_it_in
{
	my ($path) = @_;
	$a->append_conf('postgresql.conf', "dynamic_library_path = '$path'\n");
	$a->reload;
	$a->poll_query_until('postgres', "SELECT current_setting('dynamic_library_path') = '$path'") or die 'no reload';
}
look_for_it_in('/nowhere');
$worker = worker($a);
kill 'TERM', $worker;
for (my $tries = 0; $tries < 600 && kill(0, $worker); $tries++) { select undef, undef, undef, 0.1; }
# The server itself stops for the time that the clock is ahead: what it notes then is in its future afterwards.
my ($asked, $answer) = ('', '');
# From release 18 on, a function of an extension is looked for in that path, too.
my $asking = IPC::Run::start([ 'psql', '-Xq', '-v', 'VERBOSITY=verbose', '-d', $a->connstr('postgres'), '-c',
	q{SET dynamic_library_path = '$libdir'}, '-c', 'SELECT pg_sleep(2)', '-c', 'SELECT uid11_snowish_generate()' ],
	'>', \$asked, '2>', \$answer);
$a->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(2)'") or die;
kill 'STOP', server($a);
set_clock($a, 70_000);
$asking->finish;
like($answer, qr/55000: .*DETAIL:  the process "sortid pool" does not run/s, 'the error blames the process');
set_clock($a, 0);
kill 'CONT', server($a);
look_for_it_in('$libdir');
isnt(next_worker(), $worker, 'the process begins anew when it can');
up($a);
# It is ended by an order, then the whole server crashes twice, the second time with its orders as they were before.
kill 'TERM', worker($a);
$a->safe_psql('postgres', 'CHECKPOINT');
my $orders = $a->data_dir . '/pg_sortid';
system_or_bail('cp', '-a', $orders, "$orders.kept");
up($a);
make_ids($a)->();
$a->stop('immediate');
start_with_clock($a);
up($a);
make_ids($a)->();
$a->stop('immediate');
system_or_bail('rm', '-r', $orders);
system_or_bail('mv', "$orders.kept", $orders);
start_with_clock($a);
set_clock($a, -5000);    # and the clock goes back over it
up($a);
make_ids($a)->();
set_clock($a, 0);

# --- a promotion, the former primary at work --------------------------------------------------------------------

$a->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($a, 'base', has_streaming => 1);
start_with_clock($standby);
like(error_of($standby, 'SELECT uid11_snowish_generate()'), qr/55000: a standby holds no number/, 'a standby holds no number');
make_ids($a)->();
$standby->promote;
$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not promoted';
up($standby);
@both = (make_ids($a), make_ids($standby), make_ids($a), make_ids($standby));
$_->() foreach @both;
isnt(machine($standby), machine($a), 'a promoted standby has a number of its own');

# --- the pool's server is away ----------------------------------------------------------------------------------

$store->stop('immediate');
make_ids($a, no_sids => 1)->();
pass('ids go on while the window lasts');
set_clock($a, 100_000);
foreach my $function ('uid11_snowish_generate()', 'ulid_flake_scalable_generate_ordered()', 'ulid_flake_scalable_generate()')
{
	like(error_of($a, "SELECT $function"),
		qr/55000: no new [a-z0-9-]+: no node number is held for this time\nDETAIL:.*does not answer.*\nHINT:.*sortid pool/,
		"behind the window there is no id: $function");
}
set_clock($a, 20_000);
$store->start;
up($a);
make_ids($a)->();
make_ids($standby)->();

my @twice = grep { @{ $by{$_} } > 1 } sort keys %by;
is("@twice[0 .. ($#twice < 3 ? $#twice : 3)]", '', "of $made ids none came twice");
cmp_ok($made, '>', 300_000, 'enough ids');
done_testing();
