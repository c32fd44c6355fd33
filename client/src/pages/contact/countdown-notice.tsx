import { useEffect, useRef, useState } from 'react';
import { contact } from '../../content/contact.ts';
import styles from './contact-form.module.css';
import { COUNTDOWN_MS, secondsLeft, untilNextSecond } from './countdown.ts';

interface CountdownNoticeProps {
  /** When the form comes back, on the clock of `performance.now()`. */
  deadline: number;
  onEnd: () => void;
}

/**
 * Stands where the form was and counts down to its return. Taking the focus makes screen readers announce it once; the changes of the
 * number stay silent.
 */
export function CountdownNotice({ deadline, onEnd }: CountdownNoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null);
  const [seconds, setSeconds] = useState(() => secondsLeft(COUNTDOWN_MS));

  useEffect(() => notice.current?.focus(), []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Counts from the clock and not from the ticks: in a hidden tab the browser lets them come late.
    const tick = () => {
      const remaining = deadline - performance.now();
      const left = secondsLeft(remaining);
      if (left === 0) {
        onEnd();
        return;
      }
      setSeconds(left);
      timer = setTimeout(tick, untilNextSecond(remaining));
    };
    tick();
    return () => clearTimeout(timer);
  }, [deadline, onEnd]);

  return (
    <p ref={notice} className={styles.notice} tabIndex={-1}>
      <svg className={styles.porthole} viewBox="0 0 100 100" aria-hidden="true">
        <path d="M-100 0q12.500-8 25 0t25 0 25 0 25 0 25 0 25 0 25 0 25 0V120H-100z" />
      </svg>
      {contact.sent(seconds)}
    </p>
  );
}
