"""A hasty finger sends a form once: the answer to the first of two would be lost."""

import pytest

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser

# Nothing leaves the page: what would is counted where the page's own listeners have had their say.
SENT_OF_TWO = """() => {
  let sent = 0;
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented) sent += 1;
    event.preventDefault();
  });
  const form = document.querySelector("main form[method=post]");
  form.noValidate = true;
  form.requestSubmit();
  form.requestSubmit();
  return sent;
}"""


def test_a_form_that_was_just_sent_is_not_sent_again(visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"{page.url}accounts/login/")
    assert page.evaluate(SENT_OF_TWO) == 1
