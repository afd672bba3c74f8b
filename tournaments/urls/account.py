"""Addresses of accounts."""

from django.urls import path

from tournaments.views import account

urlpatterns = [
    path("account/", account.Account.as_view(), name="account"),
    path("account/login/", account.LogIn.as_view(), name="login"),
    path("account/logout/", account.LogOut.as_view(), name="logout"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
]
