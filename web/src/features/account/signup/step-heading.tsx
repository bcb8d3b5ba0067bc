import { useEffect, useRef } from 'react';
import * as styles from './signup.module.css';

interface StepHeadingProps {
  number: 1 | 2;
  title: string;
  /** Whether this is the step that is shown: it gets the focus when it becomes it. */
  isCurrent: boolean;
}

export function StepHeading({ number, title, isCurrent }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasShown = useRef(number === 1);
  useEffect(() => {
    if (isCurrent && !wasShown.current) heading.current?.focus();
    wasShown.current = isCurrent;
  }, [isCurrent]);
  return (
    <h2 className={styles.signupStep} ref={heading} tabIndex={-1}>
      <span className={styles.signupNumber}>{`Step ${number} of 2`}</span> {title}
    </h2>
  );
}
