import type { Picture } from '../../build/pictures.ts';

interface ContentPictureProps {
  picture: Picture;
  description: string;
  /** Of a picture in the first screen of a page, how wide it is shown (HTML, `sizes`). Others are fetched when they are near. */
  sizes?: string | undefined;
}

/** As wide as its box (HTML, 4.8.4.2.2); browsers that do not know it take the second value. */
const AS_SHOWN = 'auto, 40vw';

/** A picture of the content, cropped by the build. */
export function ContentPicture({ picture, description, sizes }: ContentPictureProps) {
  const isInline = picture.src.startsWith('data:');
  const isLazy = sizes === undefined && !isInline;
  // An inlined drawing is painted together with the text.
  const image = (
    <img
      src={isInline ? picture.src : import.meta.env.BASE_URL + picture.src}
      alt={description}
      width="320"
      height={picture.height ?? 200}
      sizes={isLazy && picture.avif ? AS_SHOWN : undefined}
      loading={isLazy ? 'lazy' : undefined}
      decoding={isInline ? 'sync' : undefined}
    />
  );
  if (!picture.avif) return image;
  const srcSet = picture.avif.map(({ address, width }) => `${import.meta.env.BASE_URL}${address} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet} sizes={sizes ?? AS_SHOWN} />
      {image}
    </picture>
  );
}
