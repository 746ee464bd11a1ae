"""The process that recognises text: a request with its pixels comes in, an answer goes out.

A request's payload is its pictures (rows of BGR). ``find`` gives the places of
the lines in one picture, ``read`` the texts of pictures of one line each. The end of stdin ends
the process, so that it never outlives its parent. The models come with the library; nothing is
ever downloaded."""

import contextlib
import ctypes
import functools
import importlib
import os
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.domain.spaces import Rect
from engine.perception.drawn.text_lines import lines_apart, without_underlines
from engine.perception.drawn.text_reader import RecognitionUnavailable
from engine.perception.pixels import Pixels
from engine.processes.parent_line import ParentLine, Request

_THREADS = 2
_NARROWEST = [3, 48, 128]
"""Colours, height and least width of a line as it is read: a short one is padded to this, which
takes 0.4 of the time of the library's 320 and reads as many rightly; at 96 it reads fewer."""
_LIST_OF_MODELS = "default_models.yaml"
_INSTALL = "Install it with: pip install rapidocr onnxruntime."
_INSTALL_AGAIN = "Install it again with: pip install --force-reinstall --no-deps rapidocr."
_NICENESS = 5
"""The live picture and the hands go first."""


class _Engine:
    """RapidOCR's two steps, each by itself."""

    def __init__(self) -> None:
        """Raises ``ImportError`` or ``FileNotFoundError``."""
        import rapidocr

        folder = Path(str(rapidocr.__file__)).parent / "models"
        finding, reading = _model_in(folder, "*_det_*.onnx"), _model_in(folder, "*_rec_*.onnx")
        _spare_work()
        cv2.setNumThreads(1)
        self._ocr = rapidocr.RapidOCR(
            params={
                "Global.log_level": "critical",
                "Det.model_path": str(finding),
                "Rec.model_path": str(reading),
                "Det.limit_side_len": 32,  # as it is, not enlarged: a fifth of the time
                "Rec.rec_img_shape": _NARROWEST,
                "EngineConfig.onnxruntime.intra_op_num_threads": min(_THREADS, os.cpu_count() or 1),
            }
        )

    def find(self, picture: Pixels) -> list[list[int]]:
        found = self._ocr(picture, use_det=True, use_cls=False, use_rec=False).boxes
        whole = Rect(0, 0, picture.shape[1], picture.shape[0])
        lines: list[Rect] = []
        for corners in [] if found is None else found:
            left, top = np.floor(corners.min(axis=0)).astype(int).tolist()
            right, bottom = np.ceil(corners.max(axis=0)).astype(int).tolist()
            box = Rect.between(left, top, right, bottom).intersection(whole)
            lines += [] if box.is_empty else lines_apart(picture, box)
        return [[one.x, one.y, one.width, one.height] for one in lines]

    def read(self, lines: list[Pixels]) -> list[list[Any]]:
        result = self._ocr.recognize_txt(list(map(without_underlines, lines)))
        pairs = zip(result.txts, result.scores, strict=True)
        return [[text, round(float(score), 4)] for text, score in pairs]


@functools.cache
def _spare_work() -> None:
    """WORKAROUND: RapidOCR has no option for either. Imported, it reads twice a list of what it
    could fetch, which takes most of its start; its models are given to it by their paths.
    https://github.com/RapidAI/RapidOCR/blob/main/python/rapidocr/inference_engine/base.py
    A thread of onnxruntime with nothing to do asks in circles for more, a third of all the work.
    https://onnxruntime.ai/docs/performance/tune-performance/threading.html"""
    engines: Any = importlib.import_module("onnxruntime")
    reader: Any = importlib.import_module("omegaconf").OmegaConf
    load, made = reader.load, engines.SessionOptions

    def options() -> Any:
        one = made()
        one.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return one

    reader.load = lambda path: reader.create() if Path(path).name == _LIST_OF_MODELS else load(path)
    engines.SessionOptions = options


def _model_errors() -> tuple[type[Exception], ...]:
    """What is raised at the first use of a model that can't be loaded."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    return (state.Fail, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile)


def _model_in(folder: Path, pattern: str) -> Path:
    """The path is given to the library, which would fetch a model that it misses."""
    found = sorted(folder.glob(pattern))
    if not found:
        raise FileNotFoundError(f"the installed package has no model {pattern}")
    return found[-1]


_its = threading.local()


def read(request: Request) -> list[Any]:
    """By models of this thread alone. Raises ``RecognitionUnavailable``."""
    pictures, payload = list[Pixels](), BytesIO(request["payload"])
    for width, height in request["sizes"]:
        data = np.frombuffer(payload.read(width * height * 3), np.uint8)
        pictures.append(data.reshape(height, width, 3))
    try:
        if not hasattr(_its, "engine"):
            _its.engine = _Engine()
        engine: _Engine = _its.engine
        return engine.find(pictures[0]) if request["op"] == "find" else engine.read(pictures)
    except (ImportError, FileNotFoundError) as error:
        raise _unavailable(str(error), _INSTALL) from error
    except _model_errors() as error:
        what = f"a model of it is damaged ({str(error).splitlines()[0]})"
        raise _unavailable(what, _INSTALL_AGAIN) from error


def serve(line: ParentLine, read: Callable[[Request], list[Any]] = read) -> None:
    for request in line.requests():
        try:
            line.answer(request, read(request))
        except RecognitionUnavailable as error:
            line.refuse(request, error)
            return
        # what reading a large picture took, some 300 MB; glibc would keep it for the next one
        with contextlib.suppress(AttributeError):  # other systems have no such call
            ctypes.CDLL(None).malloc_trim(0)


def _unavailable(why: str, remedy: str) -> RecognitionUnavailable:
    return RecognitionUnavailable(f"Text can't be recognised: {why}.", remedy)


def main() -> None:
    line = ParentLine()
    os.nice(_NICENESS)
    serve(line)


if __name__ == "__main__":
    main()
