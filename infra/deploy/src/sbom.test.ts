import { existsSync } from 'node:fs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { OWN_VERSION, createSbom, imageWorkspaces, licencesOf, type Sbom } from './sbom.ts';

let sbom: Sbom;
beforeAll(() => {
  sbom = createSbom();
});

describe('the bill of materials', () => {
  it('has the required parts of a CycloneDX document', () => {
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.[4-9]$/),
      serialNumber: expect.stringMatching(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      version: 1,
      metadata: { component: { name: expect.any(String) } },
    });
    expect(Date.parse(sbom.metadata.timestamp)).not.toBeNaN();
  });

  it('identifies each component by type, name, version, reference and package URL', () => {
    expect(sbom.components.length).toBeGreaterThan(200);
    for (const component of sbom.components)
      expect(component).toMatchObject({
        type: 'library',
        name: expect.stringMatching(/./),
        version: expect.stringMatching(/^\d/),
        'bom-ref': expect.stringMatching(/./),
        purl: expect.stringMatching(/^pkg:npm\//),
      });
    const references = sbom.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
  });

  it('names in its dependencies only components that it lists', () => {
    const known = new Set([
      sbom.metadata.component['bom-ref'],
      ...sbom.components.map((component) => component['bom-ref']),
    ]);
    const named = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.length).toBeGreaterThan(500);
    expect(named.filter((ref) => !known.has(ref))).toEqual([]);
  });

  it('covers services, web, sandboxes and tools, and nothing that only tests need', () => {
    expect(imageWorkspaces()).toEqual(
      expect.arrayContaining(['services/gateway', 'web', 'infra/sandbox', 'tools/import', 'tools/recovery']),
    );
    expect(imageWorkspaces().filter((folder) => !existsSync(inRoot(folder)))).toEqual([]);
    const names = new Set(sbom.components.map(({ name }) => name));
    // One of each: every service, web, the mail inbox, the importer.
    for (const name of ['fastify', 'react', 'react-dom', 'sharp', 'smtp-server', 'tar-stream'])
      expect(names).toContain(name);
    expect([...names].filter((name) => ['vitest', 'playwright-core', 'knip'].includes(name))).toEqual([]);
  });
});

describe('the list of licences', () => {
  it('has every package of the registry once', () => {
    const listed = [...licencesOf(sbom).values()].flat();
    expect(listed).toHaveLength(sbom.components.filter(({ version }) => version !== OWN_VERSION).length);
    expect(licencesOf(sbom).get('MIT')?.length).toBeGreaterThan(100);
  });

  it('says where a package names none', () => {
    const component = { 'bom-ref': 'a@1', type: 'library', name: 'a', version: '1', purl: 'pkg:npm/a@1' };
    expect([...licencesOf({ components: [component] })]).toEqual([['not named in package.json', ['a@1']]]);
  });
});
