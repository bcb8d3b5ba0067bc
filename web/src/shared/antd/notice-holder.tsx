import { message } from 'antd';
import { useEffect } from 'react';

export interface Notice {
  kind: 'success' | 'error';
  text: string;
}

export interface NoticeHolderProps {
  pending: readonly Notice[];
  onShown: (shown: readonly Notice[]) => void;
}

/** Shows pending notices as messages of antd. */
export function NoticeHolder({ pending, onShown }: NoticeHolderProps) {
  const [messages, holder] = message.useMessage();
  useEffect(() => {
    if (pending.length === 0) return;
    for (const { kind, text } of pending) void messages[kind](text);
    onShown(pending);
  }, [pending, messages, onShown]);
  return holder;
}
