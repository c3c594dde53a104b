/** Where WhatsApp opens with these words; without a number (E.164) it asks to whom they go. */
export function whatsAppAddress({ words = '', phone = '' }: { words?: string; phone?: string }) {
  const text = words.trim() ? `?${new URLSearchParams({ text: words.trim() }).toString()}` : '';
  return `https://wa.me/${phone.replace(/\D/g, '')}${text}`;
}
