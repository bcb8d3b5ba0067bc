import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';

type ContentTypeAttribute = Readonly<Record<string, unknown>>;

/** A content type as the content-type builder of Strapi 4 describes it to clients that generate their schema from it. */
export interface ContentType {
  uid: string;
  plugin?: string;
  apiID: string;
  schema: Readonly<Record<string, unknown>> & { attributes: Readonly<Record<string, ContentTypeAttribute>> };
}

const PLUGIN = /^plugin::([^.]+)\./;

function toAttribute(attribute: Attribute, known: ReadonlyMap<string, Collection>): ContentTypeAttribute {
  const required = attribute.required === true ? { required: true } : {};
  if (attribute.type === 'media')
    return {
      type: 'media',
      multiple: attribute.multiple === true,
      ...required,
      allowedTypes: [attribute.accepts === 'documents' ? 'files' : 'images'],
    };
  if (attribute.type === 'relation') {
    const { relation, target, inversedBy, mappedBy } = attribute;
    return {
      type: 'relation',
      relation,
      target: known.get(target)?.uid ?? target,
      ...(inversedBy === undefined ? {} : { inversedBy }),
      ...(mappedBy === undefined ? {} : { mappedBy }),
      ...required,
      targetAttribute: inversedBy ?? mappedBy ?? null,
    };
  }
  const { type, unique, enum: values, minLength, maxLength, min, max } = attribute;
  const limits = { unique, enum: values, minLength, maxLength, min, max };
  const declared = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { type, ...required, ...Object.fromEntries(declared) };
}

/** Returns the content types of collections, without private attributes. `known` finds targets by name and uid. */
export function toContentTypes(
  collections: Iterable<Collection>,
  known: ReadonlyMap<string, Collection>,
): ContentType[] {
  return Array.from(collections, ({ name, plural, uid, kind, draftAndPublish, attributes }) => {
    const plugin = PLUGIN.exec(uid)?.[1];
    const visible = Object.entries(attributes).filter(
      ([, attribute]) => !('private' in attribute && attribute.private === true),
    );
    return {
      uid,
      ...(plugin === undefined ? {} : { plugin }),
      apiID: name,
      schema: {
        draftAndPublish,
        displayName: name,
        singularName: name,
        pluralName: plural,
        description: '',
        pluginOptions: {},
        kind: kind === 'single' ? 'singleType' : 'collectionType',
        collectionName: plural.replaceAll('-', '_'),
        attributes: Object.fromEntries(
          visible.map(([key, attribute]) => [key, toAttribute(attribute, known)]),
        ),
        visible: true,
        restrictRelationsTo: null,
      },
    };
  });
}
