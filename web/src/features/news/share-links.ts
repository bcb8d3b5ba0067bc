/** Where an article can be passed on to, for browsers without a share sheet of their own. */
export function shareLinks(title: string, url: string): { name: string; href: string }[] {
  const [words, address] = [encodeURIComponent(title), encodeURIComponent(url)];
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${words}%20${address}` },
    { name: 'X', href: `https://x.com/intent/post?text=${words}&url=${address}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
    { name: 'E-mail', href: `mailto:?subject=${words}&body=${address}` },
  ];
}
