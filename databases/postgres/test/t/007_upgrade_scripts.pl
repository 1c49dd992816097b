# From every release to this one: the catalog is that of a fresh installation, whatever way it came about.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main');
my $catalog = slurp_file("$FindBin::RealBin/../catalog.sql");
sub catalog_of { return $node->safe_psql(shift, $catalog); }

my $current = $node->safe_psql('postgres', q{SELECT default_version FROM pg_available_extensions WHERE name = 'sortid'});
is($node->safe_psql('postgres', 'SELECT sortid_version()'), $current, 'the library is of the release that is installed');
my $fresh = catalog_of('postgres');
cmp_ok(scalar(split /\n/, $fresh), '>', 500, 'the catalog of a fresh installation has been read');

my @versions = split /\n/, $node->safe_psql('postgres',
	q{SELECT version FROM pg_available_extension_versions WHERE name = 'sortid' ORDER BY version});
ok((grep { $_ eq $current } @versions), 'the default version is available');
foreach my $from (grep { $_ ne $current } @versions)
{
	(my $database = "from_$from") =~ s/\W/_/g;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, "CREATE EXTENSION sortid VERSION '$from'");
	$node->safe_psql($database, 'ALTER EXTENSION sortid UPDATE');
	is(catalog_of($database), $fresh, "$from updated");
}

# What was released lies in test/released, as users have it: installed beside the scripts of the tree under a name of its own,
# filled, and updated by the steps that are in upgrades/. At each release `extension_sql.py` writes it. The one that is
# made here is this release without a function, and its step creates that.
$node->safe_psql('postgres', 'CREATE DATABASE filled');
$node->safe_psql('filled', 'CREATE EXTENSION sortid');
make_every($node, 'filled');
my $filled = catalog_of('filled');
my $extensions = $node->config_data('--sharedir') . '/extension';
my $whole = slurp_file("$extensions/sortid--$current.sql");
my $added = qr/^(?:CREATE|COMMENT ON) FUNCTION id_detect\(.*?;\n/ms;
my $step = join '', $whole =~ /($added)/g;
like($step, qr/\ACREATE .*^COMMENT /ms, 'this release has the function that the earlier one lacks, with its comment');
(my $earlier = $whole) =~ s/$added//g;
unlike($earlier, qr/id_detect/, 'the earlier release lacks it');
my $made = "$PostgreSQL::Test::Utils::tmp_check/sortid--earlier.sql";
append_to_file($made, $earlier);
append_to_file("$extensions/sortid--earlier--$current.sql", $step);
foreach my $script ($made, glob "$FindBin::RealBin/../released/sortid--*.sql")
{
	my ($from) = $script =~ /sortid--([^-]+)\.sql$/;
	my $name = "$from.released";
	append_to_file("$extensions/sortid--$name.sql", slurp_file($script));
	append_to_file("$extensions/sortid--$name--$from.sql", "-- the same\n");
	(my $database = "released_$from") =~ s/\W/_/g;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, "CREATE EXTENSION sortid VERSION '$name'");
	make_every($node, $database);
	my $wanted = fingerprint($node, $database);
	$node->safe_psql($database, "ALTER EXTENSION sortid UPDATE TO '$current'");
	is($node->safe_psql($database, q{SELECT extversion FROM pg_extension WHERE extname = 'sortid'}), $current, "$name updated");
	is(catalog_of($database), $filled, "$name has the catalog of this release");
	is(fingerprint($node, $database), $wanted, "$name: every value");
	ok(check_indexes($node, $database) > 0, "$name: the indexes are sound");
	is( $node->safe_psql($database, q{INSERT INTO every (n) SELECT generate_series(1001, 1100);
		SELECT count(*) FROM every WHERE n > 1000}), '100', "$name: the defaults make ids");
}

# A server that does not lock what begins to be used has the warning, and no other.
$node->safe_psql('postgres', 'CREATE DATABASE warned');
my (undef, undef, $warning) = $node->psql('warned', 'CREATE EXTENSION sortid');
my $server = slurp_file($node->config_data('--bindir') . '/postgres');
is($warning =~ /WARNING: .*drop_typeid\(\) can leave a column without its type/ ? 1 : 0,
	$server =~ /referenced %s was concurrently dropped/ ? 0 : 1, 'the warning of drop_typeid, where the server does not check');

# A release that can be left must not be a dead end: every version has a way here.
is( $node->safe_psql('postgres', qq{
SELECT string_agg(source, ' ') FROM pg_extension_update_paths('sortid') WHERE target = '$current' AND path IS NULL}),
	'', 'no version without a way to this one');

# The comparison sees what upgrade scripts forget.
$node->safe_psql('postgres', 'CREATE DATABASE forgetful');
$node->safe_psql('forgetful', 'CREATE EXTENSION sortid');
is(catalog_of('forgetful'), $fresh, 'two installations are alike');
foreach my $change (
	'ALTER FUNCTION ulid_generate() STABLE',
	'ALTER OPERATOR = (ulid, ulid) SET (RESTRICT = NONE)',
	'ALTER EXTENSION sortid DROP CAST (ulid AS uuid)',
	q{SET LOCAL allow_system_table_mods = on; UPDATE pg_type SET typdelim = ';' WHERE typname = 'typeid'},
	'ALTER OPERATOR FAMILY ulid_ops USING btree DROP FUNCTION 4 (ulid, ulid)')
{
	my $changed = $node->safe_psql('forgetful', "BEGIN; $change; $catalog; ROLLBACK");
	isnt($changed, $fresh, "noticed: $change");
}

$node->stop;
done_testing();
