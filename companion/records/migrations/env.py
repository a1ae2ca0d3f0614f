"""Run migrations on the app's own database: all of them or none."""

from alembic import context
from flask import current_app

from companion.records.store.database import migrating

migrate = current_app.extensions["migrate"]

with migrating() as connection:
    context.configure(
        connection=connection,
        target_metadata=migrate.db.metadata,
        **migrate.configure_args,
    )
    with context.begin_transaction():
        context.run_migrations()
