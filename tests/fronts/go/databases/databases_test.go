// The types of the Go package in a PostgreSQL server: with pgx, database/sql and GORM, in columns of text, bytea and uuid.
package databases

import (
	"context"
	"database/sql"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"sortid.example/sortid"
)

type order struct{}

func (order) Prefix() string { return "order" }

const table = `CREATE TABLE IF NOT EXISTS things (id text PRIMARY KEY, bits bytea, uuid uuid, owner text)`

type thing struct {
	ID    sortid.ULID
	Bits  sortid.ULID
	UUID  sortid.UUIDv7
	Owner *sortid.TypeID[order]
}

func fresh() thing {
	owner := sortid.Must(sortid.NewTypeID[order]())
	id := sortid.Must(sortid.NewULID())
	return thing{id, id, sortid.Must(sortid.NewUUIDv7()), &owner}
}

func same(t *testing.T, wanted, found thing) {
	t.Helper()
	if found.ID != wanted.ID || found.Bits != wanted.Bits || found.UUID != wanted.UUID || *found.Owner != *wanted.Owner {
		t.Errorf("%v is not %v", found, wanted)
	}
}

const insert = `INSERT INTO things VALUES ($1, $2, $3, $4)`
const query = `SELECT id, bits, uuid, owner FROM things WHERE id BETWEEN $1 AND $2 AND uuid = $3`

func TestPgx(t *testing.T) {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(ctx)
	if _, err = db.Exec(ctx, table); err != nil {
		t.Fatal(err)
	}
	in := fresh()
	if _, err := db.Exec(ctx, insert, in.ID, in.Bits.Bytes(), in.UUID, in.Owner); err != nil {
		t.Fatal(err)
	}
	var out thing
	err = db.QueryRow(ctx, query, in.ID, sortid.Max[sortid.ULID](), in.UUID).Scan(&out.ID, &out.Bits, &out.UUID, &out.Owner)
	if err != nil {
		t.Fatal(err)
	}
	same(t, in, out)
	if err := db.QueryRow(ctx, `SELECT 'wrong'`).Scan(&out.ID); err == nil {
		t.Error("an invalid text was scanned")
	}
	if err := db.QueryRow(ctx, `SELECT NULL::text`).Scan(&out.Owner); err != nil || out.Owner != nil {
		t.Error("NULL is no nil pointer:", err)
	}
}

func TestDatabaseSQL(t *testing.T) {
	db, err := sql.Open("pgx", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err = db.Exec(table); err != nil {
		t.Fatal(err)
	}
	in := fresh()
	if _, err := db.Exec(insert, in.ID, in.Bits.Bytes(), in.UUID, in.Owner); err != nil {
		t.Fatal(err)
	}
	var out thing
	err = db.QueryRow(query, in.ID, sortid.Max[sortid.ULID](), in.UUID).Scan(&out.ID, &out.Bits, &out.UUID, &out.Owner)
	if err != nil {
		t.Fatal(err)
	}
	same(t, in, out)
}

type Row struct {
	ID    sortid.ULID           `gorm:"type:text;primaryKey"`
	UUID  sortid.UUIDv7         `gorm:"type:uuid"`
	Owner *sortid.TypeID[order] `gorm:"type:text"`
}

func TestGORM(t *testing.T) {
	db, err := gorm.Open(postgres.Open(""), &gorm.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AutoMigrate(&Row{}); err != nil {
		t.Fatal(err)
	}
	from := fresh()
	in := Row{from.ID, from.UUID, from.Owner}
	if err := db.Create(&in).Error; err != nil {
		t.Fatal(err)
	}
	var out Row
	if err := db.First(&out, "id = ?", in.ID).Error; err != nil || out.ID != in.ID || out.UUID != in.UUID || *out.Owner != *in.Owner {
		t.Fatal(out, err)
	}
	if err := db.Model(&out).Update("owner", nil).Error; err != nil {
		t.Fatal(err)
	}
	var again Row
	if err := db.Where(&Row{ID: in.ID}).First(&again).Error; err != nil || again.Owner != nil {
		t.Fatal(again, err)
	}
}
