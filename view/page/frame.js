// Drawing by the frames of the page.

/** A function that draws in the next frame: once, however often it is called before. */
export function nextFrame(draw) {
  let due = false;
  return () => {
    if (!due) {
      due = true;
      requestAnimationFrame(() => {
        due = false;
        draw();
      });
    }
  };
}

/** Draws again in the frame after an element has changed its size: in the same one, the change could be endless. */
export function whenResized(element, draw) {
  new ResizeObserver(nextFrame(draw)).observe(element);
}
