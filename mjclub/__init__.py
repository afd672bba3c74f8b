"""The Django project of mjclub."""
