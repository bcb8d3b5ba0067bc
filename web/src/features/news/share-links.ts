/** Share links for browsers without the Web Share API. */
export function shareLinks(title: string, url: string): { name: string; href: string }[] {
  const [words, address] = [encodeURIComponent(title), encodeURIComponent(url)];
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${words}%20${address}` },
    { name: 'X', href: `https://x.com/intent/post?text=${words}&url=${address}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
    { name: 'Email', href: `mailto:?subject=${words}&body=${address}` },
  ];
}
