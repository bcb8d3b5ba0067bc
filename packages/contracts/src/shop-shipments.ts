import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

// Parcels of a purchase, as the desk of the shop makes them.

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' });

const Carrier = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const TrackingNumber = nullable(Type.String({ maxLength: 60, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }));
const TrackingUrl = nullable(
  Type.String({
    maxLength: 500,
    pattern: '^(?:https://[^\\s"<>]+)?$',
    description: 'Page of the carrier, by https',
  }),
);

const shipment = {
  carrier: Carrier,
  number: Type.Optional(TrackingNumber),
  url: Type.Optional(TrackingUrl),
  lines: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Ids of the lines; by default all that are yet to be shipped',
    }),
  ),
  date: Type.Optional(Day),
};
export const ShipmentRequest = Type.Object(shipment, { additionalProperties: false });
export type ShipmentRequest = Static<typeof ShipmentRequest>;
/** Body of `POST /api/purchases/{id}/shipments`. */
export const ShipmentBody = Type.Object({ data: ShipmentRequest }, { additionalProperties: false });

export const ShipmentUpdate = Type.Object(
  {
    carrier: Type.Optional(Carrier),
    number: Type.Optional(TrackingNumber),
    url: Type.Optional(TrackingUrl),
    delivered_date: Type.Optional(nullable(Day)),
    returned_date: Type.Optional(nullable(Day)),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ShipmentUpdate = Static<typeof ShipmentUpdate>;
/** Body of `PUT /api/purchases/{id}/shipments/{shipment}`. */
export const ShipmentUpdateBody = Type.Object({ data: ShipmentUpdate }, { additionalProperties: false });

export const DeskShipment = Type.Object({
  id: Type.Integer(),
  carrier: Type.String(),
  number: nullable(Type.String()),
  /** Page of the carrier for buyers. */
  url: nullable(Type.String()),
  /** Ids of its lines. */
  lines: Type.Array(Type.Integer()),
  date: Type.String(),
  delivered_date: nullable(Type.String()),
  returned_date: nullable(Type.String()),
});
export type DeskShipment = Static<typeof DeskShipment>;

/** Largest number of rows of one request. */
export const MAX_SHIPMENT_ROWS = 200;
/** Body of `POST /api/shipments`: everything that is yet to be shipped of each purchase, named by number or id. */
export const ManyShipments = Type.Object(
  {
    data: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              purchase: Type.String({ minLength: 1, maxLength: 60 }),
              carrier: Carrier,
              number: Type.Optional(TrackingNumber),
              date: Type.Optional(Day),
            },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: MAX_SHIPMENT_ROWS },
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type ManyShipments = Static<typeof ManyShipments>;
/** Response to `POST /api/shipments`, a result for each row in their order: rows succeed and fail by themselves. */
export const ManyShipmentsResponse = Type.Object({
  data: Type.Array(
    Type.Object({
      purchase: Type.String(),
      /** Id of the purchase; null when there is none. */
      id: nullable(Type.String()),
      shipment: nullable(DeskShipment),
      error: nullable(Type.String()),
    }),
  ),
});
export type ManyShipmentsResponse = Static<typeof ManyShipmentsResponse>;
