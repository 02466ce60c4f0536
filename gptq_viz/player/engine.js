// The replay engine: reads a payload and shows the weights after any number of columns.
//
// Pure functions, no DOM. The server sends what GPTQ needs (weights, row factors, scales, integer
// codes) and never a snapshot; the browser repeats the rank-1 updates in float64:
//
//     d = W[i, j] - q[i, j];   W[i, j] = q[i, j];   W[i, k] -= d * F[j, k]   for k > j
//
// Codes are sent because NumPy rounds half to even and Math.round does not. All columns are in the
// order of quantization; run.perm[j] is the column of the layer that is quantized at step j.

const MAGIC = "GPQ1";
const VERSION = 1;
const METHOD_NAMES = ["rtn", "frozen", "gptq"];
const ARRAY_TYPES = {
  f4: Float32Array, f8: Float64Array, u1: Uint8Array, i1: Int8Array, u2: Uint16Array,
};

// Decode a payload. Throws an Error with a sentence when the bytes are not one.
export function decode(bytes) {
  if (!(bytes instanceof Uint8Array) || bytes.length < 8 || textOf(bytes.subarray(0, 4)) !== MAGIC) {
    throw new Error("These bytes are not a player payload.");
  }
  // The bytes may start anywhere in their buffer; typed arrays need an aligned start.
  const buffer = bytes.slice().buffer;
  const headerLength = new DataView(buffer).getUint32(4, true);
  const header = JSON.parse(textOf(new Uint8Array(buffer, 8, headerLength)));
  if (header.version !== VERSION) {
    throw new Error(`The payload has version ${header.version}; this player reads ${VERSION}.`);
  }
  const read = (name) => readArray(buffer, 8 + headerLength, header.arrays[name]);
  const run = {
    header, out: header.out, inp: header.inp, range: header.range,
    W0: read("W0"), perm: read("perm"), dead: read("dead"), pivot: read("pivot"), methods: {},
  };
  for (const name of METHOD_NAMES) run.methods[name] = readMethod(name, header, read);
  const { gptq, frozen } = run.methods;
  gptq.factor = read("factor_gptq");
  // Computed when first asked for: a new setting shall be painted without waiting for it.
  let rows = null;
  Object.defineProperty(frozen, "factor", { get: () => (rows ??= frozenFactor(run, gptq.factor)) });
  return run;
}

// Rows of H⁻¹ = Uᵀ U over their diagonal, packed like U's: float64, since sums would lose digits.
function frozenFactor(run, factor) {
  const { inp, pivot } = run;
  const packed = new Float64Array((inp * (inp - 1)) / 2);
  const row = new Float64Array(inp);
  for (let j = 0; j < inp; j += 1) {
    row.fill(0);
    for (let i = 0; i <= j; i += 1) {
      const shift = rowStart(inp, i) - i - 1;
      const unit = i === j ? 1 : factor[shift + j];
      const u = pivot[i] * pivot[i] * unit;
      row[j] += u * unit;
      for (let k = j + 1; k < inp; k += 1) row[k] += u * factor[shift + k];
    }
    const start = rowStart(inp, j) - j - 1;
    for (let k = j + 1; k < inp; k += 1) packed[start + k] = row[k] / row[j];
  }
  return packed;
}

// F[j, k]: how much of the error of column j is added to column k (1 on the diagonal, 0 before it).
export function factorAt(run, method, j, k) {
  if (k <= j) return k === j ? 1 : 0;
  const { factor } = method;
  return factor === null ? 0 : factor[rowStart(run.inp, j) + k - j - 1];
}

export function codeAt(run, method, i, j) {
  return method.codes[i * run.inp + j];
}

export function scaleAt(run, method, i, j) {
  return method.scale[i * method.groups + method.group[j]];
}

export function zeroAt(run, method, i, j) {
  return method.zero === null ? method.sameZero : method.zero[i * method.groups + method.group[j]];
}

// The grid value that the weight is rounded to at its turn.
export function quantizedAt(run, method, i, j) {
  const at = i * method.groups + method.group[j];
  const zero = method.zero === null ? method.sameZero : method.zero[at];
  return (method.codes[i * run.inp + j] - zero) * method.scale[at];
}

// A replay of one method ("rtn", "frozen" or "gptq"), standing before the first column.
export function createReplay(run, name) {
  const method = run.methods[name];
  if (method === undefined) throw new Error(`There is no method "${name}".`);
  const W = Float64Array.from(run.W0);
  const D = new Float64Array(W.length); // raw errors w - q of every column passed so far; never taken back
  return { run, method, t: 0, W, D, every: Math.ceil(2 * Math.sqrt(run.inp)), checkpoints: [W.slice()] };
}

export function stepForward(replay) {
  seek(replay, replay.t + 1);
}

export function stepBack(replay) {
  seek(replay, replay.t - 1);
}

// Show the weights after t columns. Every path to t does the same subtractions in the same order, from
// the start, so it gives the same bits; undoing an update would not.
export function seek(replay, t) {
  const { run, W, every, checkpoints } = replay;
  const target = Math.min(Math.max(Math.trunc(t), 0), run.inp);
  const nearest = Math.floor(target / every);
  while (checkpoints.length <= nearest) addCheckpoint(replay);
  if (target < replay.t || nearest * every > replay.t) {
    W.set(checkpoints[nearest]);
    replay.t = nearest * every;
  }
  advance(replay, W, replay.t, target);
  replay.t = target;
}

// Prepare the next checkpoint without moving the replay; false when there is none left to make. Called
// while the browser is idle, it spares the first long seek its wait.
export function addCheckpoint(replay) {
  const { run, every, checkpoints } = replay;
  const start = (checkpoints.length - 1) * every;
  if (start + every > run.inp) return false;
  const W = checkpoints[checkpoints.length - 1].slice();
  advance(replay, W, start, start + every);
  checkpoints.push(W);
  return true;
}

// Take W from `start` to `stop` finished columns, row by row: a row stays in the cache meanwhile.
function advance(replay, W, start, stop) {
  const { run, method, D } = replay;
  const { out, inp } = run;
  const { factor } = method;
  for (let i = 0; i < out; i += 1) {
    const row = i * inp;
    for (let j = start; j < stop; j += 1) {
      const q = quantizedAt(run, method, i, j);
      const d = W[row + j] - q;
      W[row + j] = q;
      D[row + j] = d;
      if (factor === null || d === 0) continue;
      const shift = rowStart(inp, j) - j - 1;
      for (let k = j + 1; k < inp; k += 1) W[row + k] -= d * factor[shift + k];
    }
  }
}

// Where row j begins in the strict upper triangle packed row by row.
function rowStart(inp, j) {
  return j * (inp - 1) - (j * (j - 1)) / 2;
}

function readMethod(name, header, read) {
  const scale = read(`scale_${name}`);
  const sameZero = header.zero[name];
  return {
    name, scale, sameZero,
    factor: null,
    groups: scale.length / header.out,
    zero: sameZero === null ? read(`zero_${name}`) : null,
    group: read(`group_${name}`), codes: read(`codes_${name}`), clipped: read(`clipped_${name}`),
    update: read(`update_${name}`), spent: read(`spent_${name}`),
    held: read(`held_${name}`), calibration: read(`calibration_${name}`),
  };
}

function readArray(buffer, start, entry) {
  if (entry === undefined) throw new Error("The payload lacks an array.");
  const type = ARRAY_TYPES[entry.dtype];
  if (type === undefined) throw new Error(`The payload has an array of unknown type ${entry.dtype}.`);
  return new type(buffer, start + entry.offset, entry.length);
}

function textOf(bytes) {
  return new TextDecoder().decode(bytes);
}
