import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { LAUNCHED_SERVICES } from '@vidhi/local/services.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { TOOL_WORKSPACES } from './compose-tools.ts';
import { shippedPackages, type Lockfile } from './shipped-packages.ts';

/** One package of the registry or workspace, as CycloneDX describes it. */
export interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** The parts of a CycloneDX document that are read here. */
export interface Sbom {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: { name: string; 'bom-ref': string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Folders of the workspaces whose dependencies are in an image: services, sandboxes and tools. */
export const imageWorkspaces = (): string[] => [
  ...new Set([
    ...LAUNCHED_SERVICES.map(({ script }) =>
      script
        .split('/')
        .slice(0, script.startsWith('web/') ? 1 : 2)
        .join('/'),
    ),
    ...TOOL_WORKSPACES,
  ]),
];

/** Lists the packages in the images, from the lockfile (CycloneDX). Throws with the output of npm when npm fails. */
export function createSbom(): Sbom {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    [
      'sbom',
      '--package-lock-only',
      '--sbom-format=cyclonedx',
      ...imageWorkspaces().map((folder) => `--workspace=${folder}`),
    ],
    { cwd: inRoot(), encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const all = JSON.parse(stdout) as Sbom;
  const lockfile = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as Lockfile;
  const shipped = shippedPackages(lockfile, imageWorkspaces());
  const components = all.components.filter((component) => shipped.has(component['bom-ref']));
  const references = new Set([
    all.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ]);
  const dependencies = all.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
  return { ...all, components, dependencies };
}

/** Version of every workspace of this product; npm names such packages after their folders. */
export const OWN_VERSION = '0.0.0';

/** Returns the registry packages by licence, both sorted; the workspaces of this product are left out. */
export function licencesOf({ components }: Pick<Sbom, 'components'>): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, version, licenses = [] } of components) {
    if (version === OWN_VERSION) continue;
    const licence =
      licenses
        .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
        .filter((text) => text !== '')
        .join(' AND ') || 'not named in package.json';
    found.set(licence, [...(found.get(licence) ?? []), `${name}@${version}`]);
  }
  return new Map(
    [...found].toSorted(([a], [b]) => a.localeCompare(b)).map(([key, names]) => [key, names.toSorted()]),
  );
}
