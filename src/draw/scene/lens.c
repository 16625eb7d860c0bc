#include "draw/scene/lens.h"

struct tes_lens tes_lens_of(const struct tes_camera *camera, unsigned width, unsigned height)
{
    struct tes_lens lens = {tes_camera_viewer(camera), width, height, {{0, 0, 0}}};
    const struct tes_viewer *viewer = &lens.viewer;
    double pixel = 2 * viewer->tangent / height;
    struct tes_vector right = tes_vector_scale(viewer->right, pixel);
    struct tes_vector down = tes_vector_scale(viewer->up, -pixel);
    struct tes_vector corner =
        tes_vector_subtract(viewer->forward, tes_vector_add(tes_vector_scale(right, 0.5 * width),
                                                            tes_vector_scale(down, 0.5 * height)));
    lens.ray[0] = (struct tes_linear){corner.x, right.x, down.x};
    lens.ray[1] = (struct tes_linear){corner.y, right.y, down.y};
    lens.ray[2] = (struct tes_linear){corner.z, right.z, down.z};
    return lens;
}

struct tes_linear tes_lens_dot(const struct tes_linear ray[3], struct tes_vector vector)
{
    return (struct tes_linear){
        ray[0].c * vector.x + ray[1].c * vector.y + ray[2].c * vector.z,
        ray[0].x * vector.x + ray[1].x * vector.y + ray[2].x * vector.z,
        ray[0].y * vector.x + ray[1].y * vector.y + ray[2].y * vector.z,
    };
}

void tes_lens_turn(const struct tes_lens *lens, const struct tes_vector axes[3],
                   struct tes_linear ray[3])
{
    for (unsigned i = 0; i < 3; i++)
        ray[i] = tes_lens_dot(lens->ray, axes[i]);
}

void tes_lens_conic_add(struct tes_conic *conic, struct tes_linear a, struct tes_linear b,
                        double factor)
{
    conic->c += factor * a.c * b.c;
    conic->x += factor * (a.c * b.x + a.x * b.c);
    conic->y += factor * (a.c * b.y + a.y * b.c);
    conic->xx += factor * a.x * b.x;
    conic->xy += factor * (a.x * b.y + a.y * b.x);
    conic->yy += factor * a.y * b.y;
}

double tes_lens_conic_margin(const struct tes_conic *conic, double x, double y)
{
    double along_x = conic->x + 2 * conic->xx * x + conic->xy * y;
    double along_y = conic->y + 2 * conic->yy * y + conic->xy * x;
    double slope = __builtin_sqrt(along_x * along_x + along_y * along_y);
    return slope > 0 ? tes_lens_conic_at(conic, x, y) / slope : 1;
}
