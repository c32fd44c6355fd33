import type { Picture } from '../../build/pictures.ts';

interface ContentPictureProps {
  picture: Picture;
  description: string;
  /** How wide it is shown (HTML, `sizes`). */
  sizes: string;
  /** Whether it is in the first screen of a page; others are fetched when they are near. */
  isFirst?: boolean;
}

/** A picture of the content, 4 wide and 3 high. */
export function ContentPicture({ picture, description, sizes, isFirst = false }: ContentPictureProps) {
  const isInline = picture.src.startsWith('data:');
  // An inlined drawing is painted together with the text.
  const image = (
    <img
      src={picture.src}
      alt={description}
      width="320"
      height="240"
      loading={isFirst || isInline ? undefined : 'lazy'}
      decoding={isInline ? 'sync' : undefined}
    />
  );
  if (import.meta.env.HAS_PHOTOS === false || !picture.sources) return image;
  return (
    <picture>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}
