import type { Picture } from '../../build/pictures.ts';

/** How wide it is shown (HTML, `sizes`), by the style sheets of these pages. */
const SIZES = {
  work: '(width >= 48rem) 30vw, 8rem',
  card: '(width >= 64rem) 23vw, (width > 480px) 45vw, 90vw',
  portrait: '(width >= 40rem) 38vw, 90vw',
};

interface ContentPictureProps {
  picture: Picture;
  description: string;
  shownAs: keyof typeof SIZES;
  /** Whether it is in the first screen of a page; others are fetched when they are near. */
  isFirst?: boolean;
}

/** A picture of the content, 4 wide and 3 high. */
export function ContentPicture({ picture, description, shownAs, isFirst = false }: ContentPictureProps) {
  const isInline = picture.src.startsWith('data:');
  // An inlined drawing is painted together with the text.
  const image = (
    <img
      src={isInline ? picture.src : import.meta.env.BASE_URL + picture.src}
      alt={description}
      width="320"
      height="240"
      loading={isFirst || isInline ? undefined : 'lazy'}
      decoding={isInline ? 'sync' : undefined}
    />
  );
  if (!picture.avif) return image;
  const srcSet = picture.avif.map(({ address, width }) => `${import.meta.env.BASE_URL}${address} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet} sizes={SIZES[shownAs]} />
      {image}
    </picture>
  );
}
