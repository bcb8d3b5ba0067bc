import { answerCalls } from '@vidhi/service-kit/worker-thread.ts';
import { renderBill } from './bill-pdf.ts';

answerCalls(renderBill);
