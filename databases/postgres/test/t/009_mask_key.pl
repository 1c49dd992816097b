# The key of masks in a file: read once a session, rejected where it is no key or everybody may read it.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main', conf => "sortid.mask_key_file = 'mask.key'\n");
my $file = $node->data_dir . '/mask.key';

sub key_file
{
	my ($contents, $mode) = @_;
	unlink $file;
	append_to_file($file, $contents);
	chmod $mode, $file or die "chmod: $!";
}
sub error
{
	my ($code, $out, $err) = $node->psql('postgres', q{SELECT id_mask('00000000000000000000000000'::ulid)});
	isnt($code, 0, 'rejected');
	return $err;
}
my $there_and_back = q{SELECT id_mask('00000000000000000000000000'::ulid), id_unmask('55NM0SPZ7JSDRGK2S1F2SJ3WSF'::ulid)};

like(error(), qr/could not open the key file of masks: No such file/, 'no file');
for my $contents ("000102030405060708090a0b0c0d0e0f\n", pack('C*', 0 .. 15))
{
	key_file($contents, 0600);
	is($node->safe_psql('postgres', $there_and_back), '55NM0SPZ7JSDRGK2S1F2SJ3WSF|00000000000000000000000000', 'a key');
}
key_file("000102030405060708090a0b0c0d0e0f\n", 0644);
like(error(), qr/every user may read the key file of masks/, 'a file for everybody');
key_file('0001020304050607', 0600);
like(error(), qr/a key has 16 or 32 bytes.*found 16 hexadecimal digits/s, 'a short key');
key_file('00' x 100, 0600);
like(error(), qr/invalid key for masks/, 'a long key');

# The session that has read a key keeps it.
key_file("000102030405060708090a0b0c0d0e0f\n", 0600);
is($node->safe_psql('postgres', "$there_and_back; COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; rm mask.key'; $there_and_back"),
	join("\n", ('55NM0SPZ7JSDRGK2S1F2SJ3WSF|00000000000000000000000000') x 2), 'read once');
# So does a parallel plan, in which a worker is another process.
key_file("000102030405060708090a0b0c0d0e0f\n", 0600);
my $parallel = q{
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = off;};
$node->safe_psql('postgres', q{CREATE TABLE ids AS SELECT ulid_generate_many(100000) AS u; ANALYZE ids;
CREATE FUNCTION said_to_be_safe(ulid) RETURNS ulid LANGUAGE plpgsql STABLE PARALLEL SAFE AS 'BEGIN RETURN id_mask($1); END'});
is($node->safe_psql('postgres', qq{$parallel
SELECT id_mask('00000000000000000000000000'::ulid);
COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; tr 0-9 9 < mask.key > other.key; chmod 600 other.key; mv other.key mask.key';
SELECT count(*), bool_and(id_unmask(id_mask(u)) = u) FROM ids WHERE id_mask(u) = id_mask(u, '\\x000102030405060708090a0b0c0d0e0f')}),
	"55NM0SPZ7JSDRGK2S1F2SJ3WSF\n100000|t", 'one key in a parallel plan');
my $worker;
(undef, undef, $worker) = $node->psql('postgres', "LOAD 'sortid'; $parallel SELECT count(said_to_be_safe(u)) FROM ids");
like($worker, qr/a parallel worker has no key.*PARALLEL RESTRICTED/s, 'a worker does not read the file');
(undef, undef, $worker) = $node->psql('postgres', "$parallel SELECT count(said_to_be_safe(u)) FROM ids");
like($worker, qr/cannot learn sortid\.mask_key_file during a parallel operation/, 'a library that comes too late');
# It is the server's setting.
my ($code, $out, $err) = $node->psql('postgres', "LOAD 'sortid'; SET sortid.mask_key_file = 'other'");
like($err, qr/cannot be changed now/, 'no setting of a session');

done_testing();
