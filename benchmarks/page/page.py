#!/usr/bin/env python3
"""How long a report takes until it can be used: page.py REPORT.html [times]

A headless Chromium opens the file again and again. A page draws everything before its load event, so that is when it can be
used: told are milliseconds from the start of navigation to its end, and the CPU milliseconds of the page's main thread, which a busy
machine does not lengthen. Needs chromium and chromedriver.
"""

import json
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request


def send(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)["value"]


def begin(server):
    for _ in range(100):
        try:
            send(server + "/status")
            break
        except OSError:
            time.sleep(0.1)
    arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    options = {"binary": shutil.which("chromium"), "args": arguments}
    wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
    return server + "/session/" + send(server + "/session", wanted)["sessionId"]


def devtools(session, command, **parameters):
    return send(session + "/goog/cdp/execute", {"cmd": command, "params": parameters})


def visit(session, page):
    """Milliseconds until loaded, and CPU milliseconds of tasks."""
    send(session + "/url", {"url": "about:blank"})  # so that the page is counted from 0
    devtools(session, "Performance.disable")
    devtools(session, "Performance.enable", timeDomain="threadTicks")
    send(session + "/url", {"url": page.as_uri()})
    script = "return performance.getEntriesByType('navigation')[0].loadEventEnd"
    loaded = send(session + "/execute/sync", {"script": script, "args": []})
    return loaded, 1000 * task_seconds(session)


def task_seconds(session):
    metrics = devtools(session, "Performance.getMetrics")["metrics"]
    return next(m["value"] for m in metrics if m["name"] == "TaskDuration")


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
    try:
        session = begin(f"http://127.0.0.1:{port}")
        visit(session, page)  # the first also starts the browser's own parts
        loaded, task = zip(*(visit(session, page) for _ in range(times)))
        print(f"{page.name}: {page.stat().st_size / 1e6:.2f} MB, {times} visits")
        for name, values in (("until loaded", loaded), ("CPU of the page", task)):
            print(f"{name:16} median {statistics.median(values):6.0f} ms, most {max(values):6.0f} ms")
        urllib.request.urlopen(urllib.request.Request(session, method="DELETE"))
    finally:
        driver.terminate()


if __name__ == "__main__":
    main()
