// Apart from the schemas, whose library browsers need not load.

/** Carriers with their pages for buyers; `{number}` stands for the tracking number. Any other name is accepted. */
export const CARRIERS = [
  { name: 'India Post', page: 'https://www.indiapost.gov.in/' },
  { name: 'Blue Dart', page: 'https://www.bluedart.com/tracking' },
  { name: 'Delhivery', page: 'https://www.delhivery.com/track-v2/package/{number}' },
  { name: 'DTDC', page: 'https://www.dtdc.com/track-your-shipment/' },
  { name: 'Ekart', page: 'https://ekartlogistics.com/shipmenttrack/{number}' },
  { name: 'The Professional Couriers', page: 'https://www.tpcindia.com/' },
  { name: 'By hand', page: null },
] as const;

/** Returns the page on which a buyer follows a parcel; null for carriers that have none here. */
export function trackingUrlOf(carrier: string, number: string | null): string | null {
  const page = CARRIERS.find(({ name }) => name.toLowerCase() === carrier.toLowerCase())?.page ?? null;
  return page === null || number === null ? null : page.replace('{number}', encodeURIComponent(number));
}
