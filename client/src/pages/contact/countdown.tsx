import { useEffect, useRef, useState } from 'react';
import { Bottle, Shore } from '../../components/drawings.tsx';
import { contact } from '../../content/contact.ts';
import { DELAY_MS } from '../../outbox/stores.ts';
import styles from './contact-form.module.css';

/** The seconds that the countdown shows, 5 to 1, then 0. Milliseconds are rounded, as a timer may fire a fraction early. */
export function secondsLeft(remainingMs: number): number {
  return Math.max(0, Math.ceil(Math.round(remainingMs) / 1000));
}

/** Milliseconds until `secondsLeft` changes; at least 1. */
export function untilNextSecond(remainingMs: number): number {
  return Math.max(1, remainingMs - (secondsLeft(remainingMs) - 1) * 1000);
}

/** Counts down to the deadline, a time of `performance.now()`. Screen readers announce it once, as it takes the focus. */
interface CountdownNoticeProps {
  deadline: number;
  onEnd: () => void;
}

export function CountdownNotice({ deadline, onEnd }: CountdownNoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null);
  const [seconds, setSeconds] = useState(() => secondsLeft(DELAY_MS));

  useEffect(() => {
    // The focus alone would bring it to the middle of the window, and the water below it out of sight.
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Uses the clock, as timers are late in a hidden tab.
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
    <div className={styles.notice}>
      <p ref={notice} tabIndex={-1}>
        {contact.sent} <span className={styles.wait}>{contact.wait(seconds)}</span>
      </p>
      <div className={styles.tide}>
        <div>
          <Bottle />
        </div>
        <Shore />
      </div>
    </div>
  );
}
