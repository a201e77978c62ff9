"""A server that speaks S3, in this process: moto's, with a bucket `house` in it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3
import httpx
from moto.server import ThreadedMotoServer

BUCKET = "house"


@contextmanager
def a_storage() -> Iterator[dict[str, str]]:
    """The settings of a house whose backups belong there."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    endpoint = "http://{}:{}".format(*server.get_host_and_port())
    try:
        environ = {
            "BACKUP_TO": f"s3://{BUCKET}/backups/of-play",
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ACCESS_KEY_ID": "jeton",
            "AWS_SECRET_ACCESS_KEY": "rummy-evening",
        }
        inside(environ).create_bucket(Bucket=BUCKET)
        yield environ
    finally:
        httpx.post(f"{endpoint}/moto-api/reset")  # it keeps everything for the next in this process
        server.stop()


def inside(environ: dict[str, str]) -> Any:
    """The storage as another program sees it."""
    return boto3.client(
        "s3",
        endpoint_url=environ["AWS_ENDPOINT_URL"],
        aws_access_key_id="jeton",
        aws_secret_access_key="rummy-evening",
        region_name="us-east-1",
    )
