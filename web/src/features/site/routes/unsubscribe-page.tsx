import { SubscriptionPage } from '../components/subscription-page.tsx';
import { useUnsubscribeMutation } from '../letters-api.ts';

/** `/unsubscribe`: ends a subscription to the newsletter. */
export function UnsubscribePage() {
  const [unsubscribe] = useUnsubscribeMutation();
  return (
    <SubscriptionPage
      title="Unsubscribe"
      question="Do you want to receive no more newsletters? We delete your address."
      button="Unsubscribe"
      done="You are unsubscribed, and your address is deleted."
      act={unsubscribe}
    />
  );
}
