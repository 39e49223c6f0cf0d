// The files of the page as a part of its address, which no server sees.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The part of an address after `#`. */
export async function packed(files) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(files)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const each of bytes) text += String.fromCharCode(each);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The files that it has; undefined if it is none. */
export async function unpacked(hash) {
  if (!hash) return undefined;
  try {
    const text = atob(hash.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(text, (each) => each.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const files = JSON.parse(new TextDecoder().decode(bytes));
    return isFiles(files) ? files : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path is one that the checker reads. */
export const isPath = (path) =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split("/").some((each) => /^\.+$/.test(each)) && /\.(pp|epp|erb|json|ya?ml)$/.test(path);

const isFiles = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0 &&
  Object.entries(value).every(([path, text]) => isPath(path) && typeof text === "string");
