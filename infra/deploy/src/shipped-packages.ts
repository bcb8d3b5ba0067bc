/** A package of a lockfile (version 3). */
interface LockedPackage {
  name?: string;
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** Path in the lockfile of what a package at `from` gets when it requires `name`, by Node's algorithm. */
function resolvePackage({ packages }: Lockfile, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[path];
    if (found !== undefined) return found.link === true ? (found.resolved ?? null) : path;
    if (folder === '') return null;
  }
}

const required = ({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
];

/**
 * `name@version` of everything that workspaces need outside development, themselves included. `npm sbom --omit=dev` leaves
 * out packages that are needed and that another workspace has among its devDependencies, such as React.
 */
export function shippedPackages(lockfile: Lockfile, workspaces: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...workspaces];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const found = lockfile.packages[path];
    if (found === undefined) throw new Error(`The lockfile has no ${path}.`);
    for (const name of required(found)) {
      const resolved = resolvePackage(lockfile, path, name);
      // Missing are binaries of other platforms, which are optional.
      if (resolved !== null) queue.push(resolved);
    }
  }
  return new Set(
    [...seen].map((path) => {
      const { name = path.split('node_modules/').at(-1) ?? path, version = '' } =
        lockfile.packages[path] ?? {};
      return `${name}@${version}`;
    }),
  );
}
