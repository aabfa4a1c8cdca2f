// What the page's address requests after the #.

/** Returns the value of `show`, `clip`, `time`, `crowd` or `camera`; null if the address does not contain it. */
export function wish(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** Returns the finite numbers of a value, such as those of `camera`; empty if the address does not contain it. */
export function wishedNumbers(name) {
  return (wish(name) ?? "").split(",").filter(Boolean).map(Number).filter(Number.isFinite);
}

/**
 * Plays and shows what the address requests. @param parts `looks`, `stage`, `player`, `content`, `problems`, and the clip that plays
 * `first` if the address requests none
 */
export function fulfil({ looks, stage, player, content, problems, first }) {
  if (wish("crowd")) {
    looks.setCrowd(Number(wish("crowd")));
  }
  stage.camera.place(wishedNumbers("camera"));
  const clip = wish("clip") ?? first;
  if (clip === "" || player.has(clip)) {
    player.choose(clip);
  } else if (wish("clip")) {
    problems.add("clip", content.typeOf(clip) ? `${clip} does not fit what is shown` : `no clip is called ${clip}`);
  }
  const [time] = wishedNumbers("time");
  if (time !== undefined) {
    player.playing = false;
    player.seek(Math.min(Math.max(0, time), player.clip?.duration ?? 0));
  }
}
