// Schedules drawing in animation frames.

/** Returns a function that draws once in the next frame, no matter how often it is called before that. */
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

/** Draws again in the frame after an element has changed its size. Drawing in the same frame could cause an endless loop. */
export function whenResized(element, draw) {
  new ResizeObserver(nextFrame(draw)).observe(element);
}
