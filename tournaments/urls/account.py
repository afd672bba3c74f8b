"""Addresses of accounts."""

from django.urls import path

from tournaments.views import account, invited, tokens

urlpatterns = [
    path("account/", account.Account.as_view(), name="account"),
    path("account/login/", account.LogIn.as_view(), name="login"),
    path("account/logout/", account.LogOut.as_view(), name="logout"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
    path("account/forgot/", account.Forgot.as_view(), name="forgot"),
    path("account/forgot/sent/", account.ForgotSent.as_view(), name="password_reset_done"),
    path(
        "account/mail/<str:uidb64>/<str:mail_token>/",
        account.ByMail.as_view(),
        name="password_reset_confirm",
    ),
    path("join/<str:invitation_token>/", invited.Join.as_view(), name="join"),
    path("new-password/<str:password_token>/", invited.NewPassword.as_view(), name="new-password"),
    path("me/<str:player_token>/", invited.MyLink.as_view(), name="my-link"),
    path("account/data/", account.MyData.as_view(), name="my-data"),
    path("rights/", account.Rights.as_view(), name="rights"),
    path("account/tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("account/tokens/<slug:key>/revoke/", tokens.RevokeToken.as_view(), name="token-revoke"),
]
