# What the server tests share: a table with a column of every type, and what must be the same of it elsewhere.
package Every;

use strict;
use warnings;
use Exporter 'import';
use FindBin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;

our @EXPORT = qw(new_node start_with_clock set_clock make_every fingerprint check_indexes columns);

# Column, type, and what makes its value when none is given: ids that never meet, however few random bits they have.
my @columns = (
	[ 'u',       'ulid',                'ulid_generate()' ],
	[ 'e',       'euid',                'euid_generate()' ],
	[ 'f',       'ulid_flake',          'ulid_flake_generate()' ],
	[ 's',       'ulid_flake_scalable', 'ulid_flake_scalable_generate()' ],
	[ 'x',       'uid11',               'uid11_ts_seq_rand_generate()' ],
	[ 'id7',     'uuid',                'uuid7_generate()' ],
	[ 't',       'typeid',              "typeid_generate('order')" ],
	[ 'bare',    'typeid',              "typeid_generate('')" ],
	[ 't_user',  "typeid('user')",      "typeid_generate('user')" ],
	[ 'made',    'account_id',          'account_id_generate()' ],
);

sub columns { return map { $_->[0] } @columns; }

# A server that is up, with the extension in its database postgres. `init` goes to the cluster's init, `conf` to its
# configuration; `clock` gives it a clock that can be moved.
sub new_node
{
	my ($name, %params) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(%{ $params{init} // {} });
	$node->append_conf('postgresql.conf', $params{conf}) if $params{conf};
	$params{clock} ? start_with_clock($node) : $node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION sortid') unless $params{bare};
	return $node;
}

# Starts a server whose clocks set_clock moves.
sub start_with_clock
{
	my ($node) = @_;
	my $folder = $PostgreSQL::Test::Utils::tmp_check;
	my $library = "$folder/clock.so";
	if (!-e $library)
	{
		chomp(my $compiler = qx(pg_config --cc));
		system_or_bail($compiler, '-shared', '-fPIC', '-o', $library, "$FindBin::RealBin/../clock.c");
	}
	local $ENV{SORTID_TEST_CLOCK} = "$folder/" . $node->name . '.clock';
	local $ENV{LD_PRELOAD} = $library;
	set_clock($node, 0);
	$node->start;
}

# The server's clock is $ms milliseconds off that of the machine. The clock of its waits goes on by $step with each
# reading, so that a test can say between which two of them a wait ends.
sub set_clock
{
	my ($node, $ms, $step) = @_;
	# In place, since the server has mapped it.
	my $path = "$PostgreSQL::Test::Utils::tmp_check/" . $node->name . '.clock';
	open my $file, (-e $path ? '+<' : '>'), $path or die "$path: $!";
	print $file pack('q2', $ms, $step // 0);
	close $file;
}

# Makes the table `every` in a database that has the extension: each column with its default and two indexes, a row with
# nulls, and two partitioned tables, by time and by hash.
sub make_every
{
	my ($node, $database, %params) = @_;
	my $rows = $params{rows} // 500;
	my $list = join ",\n", map { "$_->[0] $_->[1] DEFAULT $_->[2]" } @columns;
	my $indexes = join "\n", map {
		"CREATE INDEX every_$_->[0] ON every ($_->[0]); CREATE INDEX every_hash_$_->[0] ON every USING hash ($_->[0]);"
	} @columns;
	my $nulls = join ', ', map { 'NULL' } @columns;
	my $fill = $params{empty} ? '' : qq{
INSERT INTO every (n) SELECT generate_series(1, $rows);
INSERT INTO every VALUES (0, $nulls);
INSERT INTO by_time SELECT u FROM every WHERE u IS NOT NULL;
INSERT INTO by_hash SELECT e FROM every WHERE e IS NOT NULL;
};
	$node->safe_psql($database, qq{
SELECT create_typeid('account_id', 'account');
CREATE TABLE every (n int PRIMARY KEY, $list);
$indexes
CREATE INDEX every_brin ON every USING brin (u, e, x);
CREATE TABLE by_time (id ulid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE by_time_old PARTITION OF by_time FOR VALUES FROM (MINVALUE) TO (ulid_first('2026-01-01 00:00+00'));
CREATE TABLE by_time_new PARTITION OF by_time FOR VALUES FROM (ulid_first('2026-01-01 00:00+00')) TO (MAXVALUE);
CREATE TABLE by_hash (id euid PRIMARY KEY) PARTITION BY HASH (id);
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 1);
$fill
});
}

# Every value of `every` as text and as the bytes of its send function, and where the partitions put theirs.
sub fingerprint
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, q{
SELECT count(*), md5(string_agg(every::text, E'\n' ORDER BY n)) FROM every;
SELECT count(*), md5(string_agg(id::text, ',' ORDER BY id)) FROM by_time;
SELECT tableoid::regclass, count(*), md5(string_agg(id::text, ',' ORDER BY id)) FROM by_hash GROUP BY 1 ORDER BY 1;
});
}

# The rows that amcheck's structural check leaves, heap included: none. An index that is damaged is an error.
sub check_indexes
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, q{
CREATE EXTENSION IF NOT EXISTS amcheck;
SELECT count(bt_index_parent_check(i.indexrelid, true))
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class r ON r.oid = i.indrelid JOIN pg_am a ON a.oid = c.relam
WHERE a.amname = 'btree' AND c.relkind = 'i' AND r.relname ~ '^(every|by_|made)' AND i.indisvalid;
});
}

1;
