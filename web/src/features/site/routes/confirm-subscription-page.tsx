import { SubscriptionPage } from '../components/subscription-page.tsx';
import { useConfirmSubscriptionMutation } from '../letters-api.ts';

/** `/confirm`: the second step of a subscription to the newsletter. */
export function ConfirmSubscriptionPage() {
  const [confirm] = useConfirmSubscriptionMutation();
  return (
    <SubscriptionPage
      title="Confirm your subscription"
      question="Do you want to receive our newsletter at the address to which we sent this link?"
      button="Confirm subscription"
      done="Your subscription is confirmed. You will receive our newsletter."
      act={confirm}
    />
  );
}
