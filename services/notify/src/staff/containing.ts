/** Returns a condition for texts that contain this one, in any case. */
export const containing = (text: string): { $regex: string; $options: 'i' } => ({
  $regex: text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  $options: 'i',
});
