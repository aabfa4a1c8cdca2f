// Labels at points in space.

/** Shows texts at the positions where the camera sees their points. */
export class Labels {
  constructor(element) {
    this.element = element;
  }

  /** @param {{text: string, point: number[], above?: boolean}[]} labels */
  show(labels, camera) {
    const { element } = this;
    const spans = element.children;
    while (spans.length < labels.length) {
      element.append(document.createElement("span"));
    }
    const [width, height] = [element.clientWidth, element.clientHeight];
    for (const [index, span] of [...spans].entries()) {
      const label = labels[index];
      const at = label && camera.project(label.point, width, height);
      span.hidden = !at;
      if (at) {
        span.textContent = label.text;
        span.style.transform = `translate(${at[0]}px, ${at[1]}px) translate(-50%, ${label.above ? "-120%" : "10%"})`;
      }
    }
  }
}
