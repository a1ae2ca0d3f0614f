"""Every sentence a person reads, by what it is about."""
