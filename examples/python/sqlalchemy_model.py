"""Ids in the tables of SQLAlchemy: quoted by docs/python.md."""

# [all]
import datetime

from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from sortid import ULID, TypeID
from sortid.sqlalchemy import IdType


class Base(DeclarativeBase):
    pass


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[ULID] = mapped_column(IdType(ULID, "bytes"), primary_key=True, default=ULID.new)
    user: Mapped[TypeID] = mapped_column(IdType(TypeID, prefix="user"))


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add_all([Order(user=TypeID.new("user")) for _ in range(3)])
    session.commit()
    now = datetime.datetime.now(datetime.timezone.utc)
    hour = datetime.timedelta(hours=1)
    made_lately = Order.id.between(*ULID.between(now - hour, now + hour))
    orders = session.scalars(select(Order).where(made_lately).order_by(Order.id)).all()
    assert len(orders) == 3 and orders[0].id < orders[1].id
# [/all]
