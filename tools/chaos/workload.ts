import { createBuyer, type BuyerJourney, type PurchasePlan } from './buyer.ts';
import type { ChaosProduct } from './chaos-product.ts';
import type { Buyer, Registrant, Violation } from './evidence.ts';
import type { FailPoint, RegistrationKind } from './fail-points.ts';
import type { Journey } from './journey.ts';
import { planOf } from './plans.ts';
import { checkPurchases } from './purchase-checks.ts';
import type { EvidenceReader } from './read-evidence.ts';
import { createRegistrant } from './registrant.ts';
import { checkRegistrations } from './registration-checks.ts';
import { checkShop } from './shop-checks.ts';

/** Creates the journeys of one site, and checks all of them together. */
export interface Workload {
  buyer(plan: PurchasePlan): Journey;
  registrant(kind: RegistrationKind): Journey;
  /** The n-th journey that passes a point. */
  passing(point: FailPoint, n: number): Journey;
  /** Checks the whole site; call it when all journeys have ended. */
  checkAll(reader: EvidenceReader): Promise<Violation[]>;
}

export function createWorkload(site: ChaosProduct, run: string, ended: AbortSignal): Workload {
  const buyers: Buyer[] = [];
  const registrants: Registrant[] = [];
  let number = 0;

  function buyer(plan: PurchasePlan): BuyerJourney {
    const journey = createBuyer({ site, plan, number: (number += 1), run, ended });
    buyers.push(journey.buyer);
    return journey;
  }
  function registrant(kind: RegistrationKind): Journey {
    const journey = createRegistrant({ site, kind, number: (number += 1), run, ended });
    registrants.push(journey.registrant);
    return journey;
  }
  const nth = <Kind>(kinds: readonly Kind[], n: number): Kind => {
    const kind = kinds[n % kinds.length];
    if (kind === undefined) throw new Error('a fail point that nothing passes');
    return kind;
  };

  return {
    buyer,
    registrant,
    passing({ passing }, n) {
      const one = nth(passing, n);
      const round = Math.floor(n / passing.length);
      return one.workload === 'checkout'
        ? buyer(planOf(nth(one.kinds, round), round))
        : registrant(nth(one.kinds, round));
    },
    async checkAll(reader) {
      return [
        ...checkPurchases(await reader.readAllPurchases(buyers)),
        ...checkShop(await reader.readShop()),
        ...checkRegistrations(await reader.readRegistrations(registrants)),
      ];
    },
  };
}
