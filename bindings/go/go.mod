module sortid.example/sortid

go 1.19
