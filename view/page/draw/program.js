// Compiles shaders.

/** Compiles a program, and returns it with the locations of its uniforms by name. */
export function compile(gl, vertex, fragment, attributes) {
  const program = gl.createProgram();
  const sources = [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]];
  for (const [kind, source] of sources) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${source}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  attributes.forEach((name, place) => gl.bindAttribLocation(program, place, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`shader: ${[gl.getProgramInfoLog(program), ...logs].join("\n")}`);
  }
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
  const names = Array.from({ length: count }, (_, index) => gl.getActiveUniform(program, index).name);
  return { program, uniforms: Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)])) };
}
