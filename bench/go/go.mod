module sortid.invalid/bench-go

go 1.21

require (
	github.com/google/uuid v1.6.0
	github.com/oklog/ulid/v2 v2.1.2
	sortid.example/sortid v0.0.0
)

replace sortid.example/sortid => ../../bindings/go
