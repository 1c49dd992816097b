# pg_upgrade, by copies and by links: every value, index and default goes along. From the release whose programs lie in
# SORTID_OLD_INSTALL, which newest.sh sets; otherwise from this one to itself.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $old_install = $ENV{SORTID_OLD_INSTALL};
my $by_index = q{SET enable_seqscan = off; SELECT count(*) FROM every a JOIN every b ON a.%1$s = b.%1$s};

foreach my $mode ('--copy', '--link')
{
	my $old = PostgreSQL::Test::Cluster->new("old$mode", $old_install ? (install_path => $old_install) : ());
	$old->init;
	$old->start;
	$old->safe_psql('postgres', 'CREATE EXTENSION sortid');
	make_every($old, 'postgres');
	my $wanted = fingerprint($old, 'postgres');
	$old->safe_psql('postgres', 'CREATE TABLE made (id ulid PRIMARY KEY DEFAULT ulid_generate_ordered());
		INSERT INTO made SELECT FROM generate_series(1, 1000)');
	my $last = $old->safe_psql('postgres', 'SELECT max(id) FROM made');
	# Minor releases from November 2026 on note a number with each column, which a newer server of an earlier date rejects.
	# Debian's suites get minor releases at different times, so such a pair may well be what is at hand.
	$old->safe_psql($_, q{SET allow_system_table_mods = on;
		UPDATE pg_attribute SET attoptions = NULL WHERE attoptions::text LIKE '{pg\_attver=%}'})
	  foreach qw(postgres template1);
	$old->stop;

	my $new = PostgreSQL::Test::Cluster->new("new$mode");
	# Older releases had no checksums unless they were asked for.
	$new->init(extra => $new->pg_version >= 18 ? ['--no-data-checksums'] : []);
	my $new_bin = $new->config_data('--bindir');
	my $old_bin = $old_install ? "$old_install/bin" : $new_bin;
	note 'from ', $old->pg_version, ' to ', $new->pg_version;
	chdir $PostgreSQL::Test::Utils::tmp_check or die;
	command_ok(
		[
			'pg_upgrade', $mode eq '--link' ? $mode : (), '--no-sync', '-d', $old->data_dir, '-D', $new->data_dir, '-b', $old_bin, '-B', $new_bin,
			'-s', $new->host, '-p', $old->port, '-P', $new->port
		],
		"pg_upgrade $mode");
	$new->start;
	is(fingerprint($new, 'postgres'), $wanted, 'every value');
	ok(check_indexes($new, 'postgres') > 0, 'the indexes are sound');
	is($new->safe_psql('postgres', sprintf $by_index, $_), '500', "$_: found by its index") foreach columns();
	is( $new->safe_psql('postgres', q{INSERT INTO every (n) SELECT generate_series(1001, 1100); SELECT count(*) FROM every WHERE n > 1000}),
		'100', 'the defaults make ids');
	is($new->safe_psql('postgres', "SELECT ulid_generate_ordered() > '$last'"), 't', 'the order goes on');
	is( $new->safe_psql('postgres', q{SELECT default_version = installed_version FROM pg_available_extensions WHERE name = 'sortid'}),
		't', 'the extension is of the new release');
	is( $new->safe_psql('postgres', q{SELECT create_typeid('later_id', 'later'); DROP TABLE every, made CASCADE; SELECT drop_typeid('account_id'), drop_typeid('later_id')}),
		"later_id\n|", 'types of prefixes are made and dropped');
	$new->stop;
}
done_testing();
