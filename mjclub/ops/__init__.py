"""What those who run the site need: request ids in the logs, health, metrics, backups, a doctor."""
